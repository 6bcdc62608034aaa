/** The reader's time zone as their browser names it, so that the server writes times as the browser will. */
export const ZONE_COOKIE = "svc_zone";

export function findZone(name: string | undefined): string | null {
  if (name === undefined || name.length > 64) return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
