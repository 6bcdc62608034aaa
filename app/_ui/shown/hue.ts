/** `hues.css` has the colours. */
export const HUE_COUNT = 10;

export function chooseHue(id: string): number {
  let hash = 0;
  for (let n = 0; n < id.length; n += 1) hash = (hash * 31 + id.charCodeAt(n)) % 0x7fff_ffff;
  return hash % HUE_COUNT;
}

const ALPHABETIC = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u;

/** The first and the last word count. Names in scripts without initials are told apart by their first sign. */
export function readInitials(name: string): string {
  const words = name.trim().split(/\s+/u);
  const [first = "", last = ""] = [words[0], words.at(-1)];
  const initials = words.length > 1 && ALPHABETIC.test(first) && ALPHABETIC.test(last) ? [first, last] : [first];
  return initials.map(readInitial).join("") || "?";
}

function readInitial(word: string): string {
  const [first] = new Intl.Segmenter().segment(word);
  return first?.segment.toLocaleUpperCase() ?? "";
}
