export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** A parameter that is given twice is not a text. */
export function readText(params: Awaited<SearchParams>, name: string): string {
  const value = params[name];
  return typeof value === "string" ? value : "";
}
