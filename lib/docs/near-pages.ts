import type { Locale } from "../i18n/locale";
import type { DocPage } from "./page";
import { DOCS_PATH, listPages } from "./pages";

const NEAR_MAX = 3;
const NAME_MAX_LENGTH = 100;

/** The pages whose address or title looks most like that of a missing one. */
export function findNearPages(path: string, locale: Locale): DocPage[] {
  const wanted = listPairs(path.slice(DOCS_PATH.length).slice(0, NAME_MAX_LENGTH));
  const scored = listPages(locale).map((page) => {
    const names = [page.path.slice(DOCS_PATH.length), page.path.split("/").at(-1) ?? "", page.title];
    return { page, likeness: Math.max(...names.map((name) => compare(wanted, listPairs(name)))) };
  });
  return scored
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, NEAR_MAX)
    .map(({ page }) => page);
}

function listPairs(name: string): Set<string> {
  const letters = name.toLowerCase().replaceAll(/[^\p{Letter}\p{Number}]/gu, "");
  return new Set(Array.from(letters.slice(1), (letter, index) => `${letters[index]}${letter}`));
}

/** The share of common pairs of letters, 0 to 1. */
function compare(one: Set<string>, other: Set<string>): number {
  const common = [...one].filter((pair) => other.has(pair)).length;
  return (2 * common) / Math.max(one.size + other.size, 1);
}
