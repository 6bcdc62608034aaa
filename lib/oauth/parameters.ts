/** The parameters of a query or of a form. A name that stands twice has no value: which of the two would be a guess. */
export interface Parameters {
  readonly values: ReadonlyMap<string, string>;
  readonly repeated: ReadonlySet<string>;
}

/** RFC 6749 §3.1: a parameter without a value counts as omitted, and none may stand more than once. */
export function readParameters(encoded: string): Parameters {
  const values = new Map<string, string>();
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const [name, value] of new URLSearchParams(encoded)) {
    if (seen.has(name)) {
      repeated.add(name);
      values.delete(name);
    } else if (value !== "") values.set(name, value);
    seen.add(name);
  }
  return { values, repeated };
}

/** Adds to what the address has already. Nothing of it is decoded or put in another order. */
export function extendUrl(url: string, additions: Readonly<Record<string, string | null>>): string {
  const pairs = Object.entries(additions).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  const joint = !url.includes("?") ? "?" : /[?&]$/.test(url) ? "" : "&";
  return url + joint + pairs.join("&");
}
