import { invalid } from "./errors";

/**
 * Acts that cannot be undone ask for the name of their object, typed by hand. Compares as displayed: a page collapses
 * spaces, and both encodings of é look the same.
 */
export function checkTypedName(typed: string, name: string): void {
  if (asDisplayed(typed) !== asDisplayed(name))
    throw invalid([{ path: "confirmation", message: "confirmation_mismatch" }]);
}

function asDisplayed(text: string): string {
  return text.normalize("NFC").trim().replace(/\s+/g, " ");
}
