/** What can be set: how boards look, and whether moves have a sound. The browser keeps it. */

import { LANGUAGES, languageOf, speak, t } from "../../language/language";
import "../../styles/settings.css";

import { Mini } from "../../board/mini";
import { useStored } from "../../ui/hooks";
import { Choice, Toggle, Tool } from "../../ui/parts";
import { keepFiles } from "../../ui/worker";
import { BOARDS, dress } from "./looks";
import { PIECES } from "./pieces";

/** What the small board shows: all kinds of pieces of both colours, on squares of both. */
const SHOWN = "r1bqk2r/ppp2ppp/2n2n2/2bpp3/4P3/2PP1N2/PP1NBPPP/R1BQK2R w KQkq - 0 7";

export function Settings({ onLanguage }: { onLanguage: () => void }) {
  const [board, setBoard] = useStored("board", "sage");
  const [pieces, setPieces] = useStored("pieces", "cburnett");
  const [sound, setSound] = useStored("sound", "off");
  const [chosen, setLanguage] = useStored("language", "auto");
  return (
    <>
      <div class="row">
        <h2>{t("Settings")}</h2>
        <span class="spring" />
        <Tool
          icon="close"
          label={t("Close")}
          onClick={() => document.querySelector<HTMLDialogElement>("dialog.settings")?.close()}
        />
      </div>
      <div class="shown">
        <Mini fen={SHOWN} orientation="white" next="e4d5" lit={["d5"]} />
      </div>
      <h3>{t("Board")}</h3>
      <Choice
        label={t("Board")}
        name="board"
        value={board}
        options={BOARDS}
        onChange={(name) => {
          setBoard(name);
          dress();
        }}
      />
      <h3>{t("Pieces")}</h3>
      <Choice
        label={t("Pieces")}
        name="pieces"
        value={pieces}
        options={PIECES}
        onChange={(name) => {
          setPieces(name);
          dress();
        }}
      />
      <h3>{t("Language")}</h3>
      <label class="select">
        <span class="hidden">{t("Language")}</span>
        <select
          value={chosen}
          onChange={async ({ currentTarget: { value } }) => {
            setLanguage(value);
            await speak(languageOf(value, navigator.languages));
            onLanguage();
            keepFiles();
          }}
        >
          <option value="auto">{t("As in the browser")}</option>
          {LANGUAGES.map(({ name, label }) => (
            <option key={name} value={name} lang={name}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <Toggle
        label={t("Sounds of moves, captures, checks and the end of a game")}
        checked={sound === "on"}
        onChange={(isOn) => {
          setSound(isOn ? "on" : "off");
          // On its own: a script of two would be part of the first visit.
          if (isOn) import("../../board/sounds").then(({ play }) => play("move"));
        }}
      />
    </>
  );
}
