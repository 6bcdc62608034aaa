export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export function readText(params: Awaited<SearchParams>, name: string): string {
  const value = params[name];
  return typeof value === "string" ? value : "";
}
