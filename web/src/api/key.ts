/** The key or token that the server requires, kept until the tab is closed. */

let current: string | null = null;
try {
  current = sessionStorage.getItem("token");
} catch {
  // Then it lasts as long as the page.
}

export const key = () => current;

export function keepKey(value: string) {
  current = value;
  try {
    sessionStorage.setItem("token", value);
  } catch {
    // As above.
  }
}
