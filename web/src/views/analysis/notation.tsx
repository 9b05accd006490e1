/** The moves of a tree: the main line in rows, and variations and comments between them, indented. */

import type { Node } from "chessops/pgn";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { moveNumber, numberOf, pliesOf, type Step } from "../../board/chess";
import { Mark } from "../../board/moves";
import { type Branch, type Path, type Played, startOf, type Tree, wordsOf } from "../../board/tree";
import { t } from "../../language/language";
import { upright } from "../../ui/format";

interface NotationProps {
  tree: Tree;
  /** The path of the move on the board, empty at the start. */
  path: Path;
  step: Step;
  before: Step | undefined;
  onGo: (path: Path) => void;
}

/** What every part of the notation needs. */
interface Context {
  current: string;
  onGo: (path: Path) => void;
}

const keyOf = (path: Path) => path.join(".");

/** The tree as a list; it is one tab stop, and the arrow keys go from move to move. */
export function Notation({ tree, path, step, before, onGo }: NotationProps) {
  const list = useRef<HTMLOListElement>(null);
  const current = keyOf(path);
  useEffect(() => {
    const box = list.current;
    if (!box) return;
    const here = box.querySelector<HTMLElement>("[aria-current]");
    const around = box.getBoundingClientRect();
    const at = here?.getBoundingClientRect();
    if (!at) box.scrollTop = 0;
    else if (at.top < around.top || at.bottom > around.bottom) {
      box.scrollTop += (at.top + at.bottom) / 2 - (around.top + around.bottom) / 2;
    }
    if (box.contains(document.activeElement)) {
      box.querySelector<HTMLElement>("[tabindex='0']")?.focus({ preventScroll: true });
    }
  }, [current]);
  const context = { current, onGo };
  const rows = rowsOf(tree, context);
  return (
    <>
      <p class="hidden" role="status">
        {step.san && before ? `${moveNumber(before.fen)} ${step.san}` : rows.length ? t("Start") : ""}
      </p>
      {rows.length > 0 && (
        <ol
          class={`moves tree${rows.some(({ isAside }) => isAside) ? " annotated" : ""}`}
          ref={list}
          aria-label={t("Moves")}
        >
          {rows.map(({ key, isAside, content }) => (
            <li key={key} class={isAside ? "aside" : undefined}>
              {content}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

interface Row {
  key: string;
  isAside: boolean;
  content: ComponentChildren;
}

function rowsOf(tree: Tree, context: Context): Row[] {
  const rows: Row[] = [];
  const opening = wordsOf(tree.comments);
  if (opening) rows.push({ key: "opening", isAside: true, content: <p dir="auto">{upright(opening)}</p> });
  let cells: ComponentChildren[] | null = null;
  let node: Node<Played> = tree.moves;
  let path: Path = [];
  let ply = pliesOf(startOf(tree));
  for (let child = node.children[0]; child; child = node.children[0]) {
    const introduction = wordsOf(child.data.startingComments);
    if (introduction) {
      rows.push({
        key: `to ${keyOf(path)}`,
        isAside: true,
        content: <p dir="auto">{upright(introduction)}</p>,
      });
      cells = null;
    }
    const own = [...path, 0];
    if (!cells || ply % 2 === 0) {
      cells = [<span class="number">{Math.floor(ply / 2) + 1}</span>];
      if (ply % 2) cells.push(<span class="none">…</span>);
      rows.push({ key: keyOf(own), isAside: false, content: cells });
    }
    cells.push(<MoveButton branch={child} path={own} {...context} />);
    const words = wordsOf(child.data.comments);
    if (words || node.children.length > 1) {
      const content = (
        <>
          {words && <p dir="auto">{upright(words)}</p>}
          <Variations node={node} path={path} ply={ply} {...context} />
        </>
      );
      rows.push({ key: `after ${keyOf(own)}`, isAside: true, content });
      cells = null;
    }
    node = child;
    path = own;
    ply += 1;
  }
  return rows;
}

interface PlaceProps extends Context {
  path: Path;
  ply: number;
}

/** The moves other than the main one, each with what follows it. */
function Variations({ node, path, ply, ...context }: PlaceProps & { node: Node<Played> }) {
  if (node.children.length < 2) return null;
  return (
    <ul>
      {node.children.slice(1).map((branch, place) => (
        <li key={`${place} ${branch.data.uci}`}>
          <Variation branch={branch} path={[...path, place + 1]} ply={ply} {...context} />
        </li>
      ))}
    </ul>
  );
}

/** A variation as text, with its own variations indented after the move that they replace. */
function Variation({ branch, path, ply, ...context }: PlaceProps & { branch: Branch }) {
  const parts: ComponentChildren[] = [];
  let isNumbered = true;
  let before: { node: Branch; path: Path } | null = null;
  let node: Branch | undefined = branch;
  for (let [own, at] = [path, ply]; node; own = [...own, 0], at += 1) {
    const introduction = wordsOf(node.data.startingComments);
    if (introduction)
      parts.push(
        <span class="words">
          <bdi>{upright(introduction)}</bdi>{" "}
        </span>,
      );
    parts.push(
      <span class="move">
        {(isNumbered || introduction || at % 2 === 0) && <span class="number">{numberOf(at)}</span>}
        <MoveButton branch={node} path={own} {...context} />
      </span>,
    );
    const words = wordsOf(node.data.comments);
    if (words)
      parts.push(
        <span class="words">
          {" "}
          <bdi>{upright(words)}</bdi>{" "}
        </span>,
      );
    const isBranched: boolean = before !== null && before.node.children.length > 1;
    if (before && isBranched) {
      parts.push(<Variations node={before.node} path={before.path} ply={at} {...context} />);
    }
    isNumbered = Boolean(words) || isBranched;
    before = { node, path: own };
    node = node.children[0];
  }
  return <>{parts}</>;
}

interface MoveProps extends Context {
  branch: Branch;
  path: Path;
}

function MoveButton({ branch, path, current, onGo }: MoveProps) {
  const key = keyOf(path);
  const isCurrent = key === current;
  const isFirst = !current && key === "0";
  return (
    <button
      type="button"
      aria-current={isCurrent ? "step" : undefined}
      tabIndex={isCurrent || isFirst ? 0 : -1}
      onClick={() => onGo(path)}
    >
      {branch.data.san}
      {branch.data.nags?.map((nag) => (
        <Mark key={nag} nag={nag} />
      ))}
    </button>
  );
}
