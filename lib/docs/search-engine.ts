import MiniSearch, { type Options, type SearchResult } from "minisearch";

/** Runs on the server and in the browser, so that both search alike. */
export interface SearchEntry {
  id: string;
  url: string;
  kind: "guide" | "operation" | "error" | "event" | "list";
  page: string;
  title: string;
  text: string;
  excerpt: string;
}

export type SearchHit = Pick<SearchEntry, "url" | "kind" | "page" | "title" | "excerpt">;

export const RESULTS_MAX = 8;

const segmenter = new Intl.Segmenter("ja", { granularity: "word" });

export function tokenize(text: string): string[] {
  const words = text.match(/[\p{Script=Latin}0-9_.:-]*[\p{Script=Latin}0-9][\p{Script=Latin}0-9_.:-]*/gu) ?? [];
  const parts = words.flatMap((word) => [
    word.replaceAll(/^[.:_-]+|[.:_-]+$/g, ""),
    ...word.split(/[._:-]+|(?<=\p{Ll})(?=\p{Lu})/u),
  ]);
  const others = [...segmenter.segment(text.replaceAll(/[\p{Script=Latin}0-9_.:-]+/gu, " "))]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment);
  return [...new Set([...parts, ...others].filter((word) => word !== ""))];
}

const OPTIONS: Options<SearchEntry> = {
  fields: ["title", "page", "text"],
  storeFields: ["url", "kind", "page", "title", "excerpt"],
  tokenize,
  processTerm: (term) => term.normalize("NFKC").toLowerCase(),
};

export type SearchIndex = MiniSearch<SearchEntry>;

export async function buildIndex(entries: readonly SearchEntry[]): Promise<SearchIndex> {
  const index = new MiniSearch<SearchEntry>(OPTIONS);
  await index.addAllAsync(entries);
  return index;
}

export function loadIndex(json: string): SearchIndex {
  return MiniSearch.loadJSON<SearchEntry>(json, OPTIONS);
}

const BOOST = { title: 4, page: 2 };

export function searchIndex(index: SearchIndex, query: string, max = RESULTS_MAX): SearchHit[] {
  const text = query.trim();
  if (text === "") return [];
  const search = (combineWith: "AND" | "OR") =>
    index.search(text, {
      prefix: true,
      fuzzy: (term) => (/^\p{Script=Latin}{5,}$/u.test(term) ? 0.2 : false),
      boost: BOOST,
      combineWith,
    });
  const exact = search("AND");
  return (exact.length > 0 ? exact : search("OR")).slice(0, max).map(toHit);
}

function toHit({ url, kind, page, title, excerpt }: SearchResult): SearchHit {
  return { url, kind, page, title, excerpt };
}
