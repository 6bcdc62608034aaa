/** Kept by this browser tab alone, until it is closed. Where storage is full or forbidden, the page is all that remembers. */
export function keepItem(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    return;
  }
}

/** null: nothing is kept, or nothing that can be read. */
export function readItem(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}
