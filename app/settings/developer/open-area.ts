import { readLastPlace } from "@/lib/accounts/sessions/session";
import { findOpeningArea } from "@/lib/requests/find-opening-area";

export async function openArea(userId: string, asked: string, areas: readonly string[]): Promise<string> {
  return findOpeningArea(userId, { asked, last: await readLastPlace("area") }, areas);
}
