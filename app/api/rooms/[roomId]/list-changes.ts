import { nowMs } from "@/lib/platform/clock";
import { readChanges } from "@/lib/rooms/live-store";
import { describeMissed, readCursor } from "./cursor";
import type { Seat } from "./with-room";

export async function listChanges({ access }: Seat, request: Request): Promise<Response> {
  const { since, isTooOld } = readCursor(new URL(request.url).searchParams.get("after"));
  const cursor = String(nowMs());
  const changes = describeMissed(await readChanges(access, since), isTooOld);
  return Response.json({ cursor, changes }, { headers: { "cache-control": "no-store" } });
}
