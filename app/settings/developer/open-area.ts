import { readLastPlace } from "@/lib/accounts/sessions/session";
import { findOpeningArea } from "@/lib/requests/find-opening-area";

/** The area that a page shows. Only a choice is remembered: one that follows activity goes on following it. */
export async function openArea(userId: string, asked: string, areas: readonly string[]): Promise<string> {
  return findOpeningArea(userId, { asked, last: await readLastPlace("area") }, areas);
}
