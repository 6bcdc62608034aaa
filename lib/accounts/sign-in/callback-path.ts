export const HOME_PATH = "/home";
const ORIGIN = "http://this-origin.invalid";

const PATH_MAX_LENGTH = 8 * 1024;

export function readCallbackPath(value: unknown): string {
  if (typeof value !== "string" || value.length > PATH_MAX_LENGTH || !value.isWellFormed()) return HOME_PATH;
  if (!isOwnPath(value) || !isOwnPath(decode(value))) return HOME_PATH;
  return value.replace(/[^\x21-\x7e]+/g, encodeURIComponent);
}

export function readCallbackUrl(value: string, baseUrl: string): string {
  return readCallbackPath(value.startsWith(`${baseUrl}/`) ? value.slice(baseUrl.length) : value);
}

function isOwnPath(value: string): boolean {
  // Browsers read "\" as "/" and drop tabs and line breaks, so both could hide a second slash.
  if (!/^\/(?![/\\])/.test(value) || /[\\\p{Cc}]/u.test(value)) return false;
  if (!URL.canParse(value, ORIGIN)) return false;
  const url = new URL(value, ORIGIN);
  return url.origin === ORIGIN && !url.pathname.startsWith("//");
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value.split(/[?#]/)[0] ?? "");
  } catch {
    return "";
  }
}
