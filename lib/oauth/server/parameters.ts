/** Of a query or a form. A repeated name has no value: choosing one would be a guess. */
export interface Parameters {
  readonly values: ReadonlyMap<string, string>;
  readonly repeated: ReadonlySet<string>;
}

/** RFC 6749 §3.1: a parameter without a value counts as omitted, and none may be repeated. */
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

/** Leaves the URL's own query as it is: neither decoded nor reordered. */
export function extendUrl(url: string, additions: Readonly<Record<string, string | null>>): string {
  const pairs = Object.entries(additions).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  const joint = !url.includes("?") ? "?" : /[?&]$/.test(url) ? "" : "&";
  return url + joint + pairs.join("&");
}
