import { nowMs } from "@/lib/platform/clock";
import { readChanges } from "@/lib/rooms/watch-room";
import { describeMissed, readCursor } from "../cursor";
import { answerJson, withRoom } from "../with-room";

export const GET = withRoom(async ({ access }, request) => {
  const { since, isTooOld } = readCursor(new URL(request.url).searchParams.get("after"));
  const cursor = String(nowMs());
  const changes = describeMissed(await readChanges(access, since), isTooOld);
  return answerJson({ cursor, changes });
});
