import { z } from "zod";
import type { RoomActivity } from "@/lib/messages/unread-query";

/** The navigation's knowledge of the rooms: small enough to be asked for again and again. */
export const ActivitySummary = z.object({
  /** Of rooms that have any. */
  unread: z.record(z.string(), z.number()),
  /** The newest message of all rooms. */
  newestId: z.string(),
});
export type ActivitySummary = z.infer<typeof ActivitySummary>;

export function summarizeActivity(
  rooms: readonly Pick<RoomActivity, "roomId" | "unread" | "lastId">[],
): ActivitySummary {
  const unread = rooms.flatMap((room): [string, number][] => (room.unread > 0 ? [[room.roomId, room.unread]] : []));
  const [newestId = ""] = rooms.flatMap(({ lastId }) => lastId ?? []).toSorted((a, b) => (a < b ? 1 : -1));
  return { unread: Object.fromEntries(unread), newestId };
}

export function isSameActivity(a: ActivitySummary, b: ActivitySummary): boolean {
  const [ours, theirs] = [Object.entries(a.unread), Object.keys(b.unread)];
  return (
    a.newestId === b.newestId && ours.length === theirs.length && ours.every(([id, count]) => b.unread[id] === count)
  );
}
