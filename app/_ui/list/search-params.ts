export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** A repeated parameter arrives as an array and is ignored. */
export function readText(params: Awaited<SearchParams>, name: string): string {
  const value = params[name];
  return typeof value === "string" ? value : "";
}
