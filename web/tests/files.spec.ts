import { exercisesAnki, exercisesCsv } from "../src/views/training/files";
import { expect, test } from "./server";

test("files of exercises are those of the server, but for the id of a puzzle", async ({ carlsen }) => {
  // A game whose tags have what CSV, HTML and PGN write in their own ways.
  const pgn = `[Event "A, B & \\"C\\""]
[Site "https://example.org/?a=1&b=\\"2\\""]
[White "<Ann>"]
[Black "Bea"]

1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0
`;
  const answer = async (accept: string) => {
    const response = await fetch(`${carlsen}/api/training`, {
      method: "POST",
      headers: { "content-type": "application/json", accept },
      body: JSON.stringify({ pgn, nodes: 2000 }),
    });
    expect(response.status).toBe(200);
    return response.text();
  };
  const { exercises } = JSON.parse(await answer("application/json"));
  expect(exercises.length).toBeGreaterThan(0);
  expect(exercisesAnki(exercises)).toBe(await answer("text/tab-separated-values"));
  const withoutIds = (csv: string) => csv.replaceAll(/^\w+,/gm, "");
  expect(withoutIds(exercisesCsv(exercises))).toBe(withoutIds(await answer("text/csv")));
});
