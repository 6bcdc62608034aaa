/** A proxy may put the whole address on the request line (RFC 9112 §3.2.2): what follows the host is the target. */
export function readTarget(url: string | undefined): string {
  if (url === undefined || url.startsWith("/") || !URL.canParse(url)) return url ?? "/";
  const { pathname, search } = new URL(url);
  return pathname + search;
}

export function isApiTarget(target: string): boolean {
  return /^\/v1(?:[/?]|$)/.test(target);
}
