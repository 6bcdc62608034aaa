import { invalid } from "./errors";

export function checkTypedName(typed: string, name: string): void {
  if (asDisplayed(typed) !== asDisplayed(name))
    throw invalid([{ path: "confirmation", message: "confirmation_mismatch" }]);
}

function asDisplayed(text: string): string {
  return text.normalize("NFC").trim().replace(/\s+/g, " ");
}
