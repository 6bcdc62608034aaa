/** Any JSON value: the type of everything that the description leaves open. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** Undefined where the text is no JSON. */
export function parseJson<Data>(text: string): Data | undefined {
  try {
    return JSON.parse(text) as Data;
  } catch {
    return undefined;
  }
}
