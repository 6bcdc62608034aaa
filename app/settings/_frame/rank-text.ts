/** Names that begin with the text come before names that contain it; other words come last. 0: nothing matches. */
export function rankText(name: string, text: string, words: readonly string[] = []): number {
  const wanted = text.trim().toLowerCase();
  const label = name.toLowerCase();
  if (label.startsWith(wanted)) return 1;
  if (label.includes(wanted)) return 0.8;
  return words.some((word) => word.toLowerCase().startsWith(wanted)) ? 0.5 : 0;
}

const WITHIN_MIN_LENGTH = 4;

/** A deed that is seldom wanted comes after what is opened: Enter on "sign" must not sign out. */
const SELDOM = 0.3;

/** The same for an action or a section, which is listed before the things that are found. */
export function rankLine(name: string, text: string, words: readonly string[], isSeldom = false): number {
  const wanted = text.trim().toLowerCase();
  const isShort = /^[a-z]+$/.test(wanted) && wanted.length < WITHIN_MIN_LENGTH;
  const isChance =
    isShort &&
    !name
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .some((word) => word.startsWith(wanted));
  const rank = isChance ? rankText("", text, words) : rankText(name, text, words);
  return isSeldom ? Math.max(rank - SELDOM, 0) : rank;
}
