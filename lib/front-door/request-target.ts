/** RFC 9112 §3.2: what the request line asks for. */
export type RequestTarget =
  /** `authority`: the host that an absolute target names; it counts in place of the Host header. */
  | { kind: "resource"; path: string; authority: string | null }
  /** `*`: the server as a whole, for OPTIONS only. */
  | { kind: "server" }
  | { kind: "unreadable" };

export function readTarget(url = "/"): RequestTarget {
  if (url.startsWith("/")) return { kind: "resource", path: url, authority: null };
  if (url === "*") return { kind: "server" };
  // A proxy may put the whole URL on the request line.
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return { kind: "unreadable" };
  const { host, pathname, search } = new URL(url);
  return { kind: "resource", path: pathname + search, authority: host };
}

/** Next answers 500 to a path that is no percent-encoded UTF-8. */
export function isDecodablePath(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

export function isApiTarget(target: string): boolean {
  return /^\/v1(?:[/?]|$)/.test(target);
}
