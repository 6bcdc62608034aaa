/** Thai, Lao, Burmese, Khmer, kana, Han and Hangul. Their texts have no words to split at, so pairs of characters stand for them. */
const SPACELESS =
  "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\u{20000}-\u{3ffff}";
const RUN = new RegExp(`[${SPACELESS}]+|(?:(?![${SPACELESS}])[\\p{L}\\p{M}\\p{N}])+`, "gu");
export const foldText = (text: string): string => text.normalize("NFKC").toLowerCase();

const IS_SPACELESS = new RegExp(`^[${SPACELESS}]`, "u");
const IS_WORD = /^[\p{L}\p{M}\p{N}]/u;
const WORD_MAX_LENGTH = 32;
/** A tsvector holds 1 MB. */
const BLOCK_WORDS_MAX_BYTES = 900_000;

const cutWord = (word: string) =>
  word.length <= WORD_MAX_LENGTH ? word : [...word].slice(0, WORD_MAX_LENGTH).join("");

/** The last character of a run stands alone, so that one character finds it as it finds the beginnings of pairs. */
function* splitWords(text: string): Generator<string> {
  for (const [run] of foldText(text).matchAll(RUN)) {
    if (!IS_SPACELESS.test(run)) {
      yield cutWord(run);
      continue;
    }
    let previous = "";
    for (const sign of run) {
      if (previous !== "") yield previous + sign;
      previous = sign;
    }
    yield previous;
  }
}

/** Words of one room and kind are neighbours in the index, so what others write costs a search nothing. */
const prefixOf = (roomId: string, kind: string) => roomId.slice(-8) + kind.slice(0, 1);

export function listBlockWords(kind: string, texts: readonly { roomId: string; body: string }[]): string[] {
  const words = new Set<string>();
  let bytes = 0;
  for (const { roomId, body } of texts) {
    const prefix = prefixOf(roomId, kind);
    for (const found of splitWords(body)) {
      const word = prefix + found;
      if (words.has(word)) continue;
      bytes += Buffer.byteLength(word);
      if (bytes > BLOCK_WORDS_MAX_BYTES) return [...words];
      words.add(word);
    }
  }
  return [...words];
}

/** A tsquery with a `#` for the end of the room's id, or null when no term has a word. */
export function writeWordsQuery(terms: readonly string[], kinds: readonly string[]): string | null {
  const words = new Set(terms.flatMap((term) => [...listQueryWords(term)]));
  if (words.size === 0) return null;
  return kinds.map((kind) => `(${[...words].map((word) => `'#${kind.slice(0, 1)}${word}`).join(" & ")})`).join(" | ");
}

function* listQueryWords(term: string): Generator<string> {
  for (const [run] of foldText(term).matchAll(RUN)) {
    const signs = [...run];
    if (!IS_SPACELESS.test(run)) yield `${cutWord(run)}'${signs.length === 1 ? "" : ":*"}`;
    else if (signs.length === 1) yield `${run}':*`;
    else for (const [n, sign] of signs.slice(1).entries()) yield `${signs[n]}${sign}'`;
  }
}

export const beginsWord = (term: string): boolean => IS_WORD.test(term) && !IS_SPACELESS.test(term);

/** The place before a word, for an expression with the flag `v`. */
export const BEFORE_WORD = `(?<![[\\p{L}\\p{M}\\p{N}]--[${SPACELESS}]])`;

/** A pattern of PostgreSQL for a folded text: a word's beginning, or any place in a text without spaces. */
export function writeTermPattern(term: string): string {
  const folded = foldText(term);
  const escaped = folded.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  const edge = (side: string) => `(?:${side}|[^[:alnum:]]|[${SPACELESS}])`;
  if (!beginsWord(folded)) return escaped;
  return edge("^") + escaped + ([...folded].length === 1 ? edge("$") : "");
}
