/** A proxy may put the whole address on the request line (RFC 9112 §3.2.2): what follows the host is the target. */
export function readTarget(url: string | undefined): string {
  if (url === undefined || url.startsWith("/") || !URL.canParse(url)) return url ?? "/";
  const { pathname, search } = new URL(url);
  return pathname + search;
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
