export const CONFIRM_PATH = "/confirm";

/** The page that confirms who is there, and then leads to `path`. */
export function confirmPath(path: string): string {
  return `${CONFIRM_PATH}?callbackUrl=${encodeURIComponent(path)}`;
}
