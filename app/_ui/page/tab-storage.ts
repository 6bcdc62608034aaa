/** Storage of this browser tab, until it is closed. When storage is full or blocked, nothing is kept. */
export function saveItem(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    return;
  }
}

/** null when nothing readable is stored. A value of another shape needs another key: pages of the last release wrote here, too. */
export function readItem<Value>(key: string): Value | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null") as Value;
  } catch {
    return null;
  }
}
