/** Has the browser save a text as a file, a PGN unless its type says otherwise. */
export function save(name: string, text: string, type = "application/x-chess-pgn") {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
