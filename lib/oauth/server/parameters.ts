export interface Parameters {
  readonly values: ReadonlyMap<string, string>;
  readonly repeated: ReadonlySet<string>;
}

/**
 * RFC 6749 §3.1: an empty parameter counts as omitted. A repeated one gets no value, because choosing one would be a
 * guess.
 */
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

/** The URL's own query stays as written, neither decoded nor reordered. */
export function extendUrl(url: string, additions: Readonly<Record<string, string | null>>): string {
  const pairs = Object.entries(additions).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  const joint = !url.includes("?") ? "?" : /[?&]$/.test(url) ? "" : "&";
  return url + joint + pairs.join("&");
}
