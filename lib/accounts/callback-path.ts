export const HOME_PATH = "/settings/developer";
const ORIGIN = "http://this-origin.invalid";

/** Where to go after sign-in: a path of this origin. Anything else, however it is written, is the settings page. */
export function readCallbackPath(value: unknown): string {
  return typeof value === "string" && isOwnPath(value) && isOwnPath(decode(value)) ? value : HOME_PATH;
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
