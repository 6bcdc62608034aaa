import type { SearchHit } from "@/lib/docs/search-engine";

export type SearchPages = (query: string) => SearchHit[];

let loading: { url: string; pages: Promise<SearchPages> } | null = null;

/** Engine and index come only once the field is used. A failure is forgotten, so the next focus tries again. */
export function loadSearch(url: string): Promise<SearchPages> {
  if (loading?.url === url) return loading.pages;
  const pages = fetchSearch(url);
  loading = { url, pages };
  pages.catch(() => {
    loading = null;
  });
  return pages;
}

async function fetchSearch(url: string): Promise<SearchPages> {
  const [engine, response] = await Promise.all([import("@/lib/docs/search-engine"), fetch(url)]);
  if (!response.ok) throw new Error(`The search index answered ${response.status}.`);
  const index = engine.loadIndex(await response.text());
  return (query) => engine.searchIndex(index, query);
}
