/** Has the browser save a PGN as a file. */
export function save(name: string, pgn: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([pgn], { type: "application/x-chess-pgn" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
