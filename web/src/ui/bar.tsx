/** How games ended: White's share, draws, Black's share; or a player's wins, draws and losses, in other colours. */

import { t } from "../language/language";

interface BarProps {
  white: number;
  draws: number;
  black: number;
  /** How the parts look. */
  looks?: readonly [string, string, string];
  /** What they are called, with their shares. */
  words?: (shares: { white: number; draws: number; black: number }) => string;
}

export function Bar({
  white,
  draws,
  black,
  looks = ["white", "draws", "black"],
  words = (shares) => t("White {white} %, draws {draws} %, Black {black} %", shares),
}: BarProps) {
  const all = white + draws + black;
  const percent = (number: number) => (all ? Math.round((100 * number) / all) : 0);
  const shares = [
    { of: looks[0], number: white },
    { of: looks[1], number: draws },
    { of: looks[2], number: black },
  ];
  const said = words({ white: percent(white), draws: percent(draws), black: percent(black) });
  return (
    <span class="ended" role="img" aria-label={all ? said : t("no result")} title={all ? said : undefined}>
      {shares
        .filter(({ number }) => number)
        .map(({ of, number }) => (
          <i key={of} class={of} style={{ flexGrow: number }}>
            {percent(number)} %
          </i>
        ))}
    </span>
  );
}
