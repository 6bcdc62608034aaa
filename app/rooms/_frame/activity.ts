import { z } from "zod/mini";
import type { RoomActivity } from "@/lib/messages/unread-query";

/** The navigation's knowledge of the rooms: small enough to be asked for again and again. */
export const ActivitySummary = z.object({
  /** Only rooms with unread messages are listed. */
  unread: z.record(z.string(), z.number()),
  /** Of those, messages that mention the person. */
  mentions: z._default(z.record(z.string(), z.number()), {}),
  /** The newest message of all rooms. */
  newestId: z.string(),
});
export type ActivitySummary = z.infer<typeof ActivitySummary>;

export function summarizeActivity(
  rooms: readonly Pick<RoomActivity, "roomId" | "unread" | "mentions" | "lastId">[],
): ActivitySummary {
  const count = (kind: "unread" | "mentions") =>
    Object.fromEntries(rooms.flatMap((room) => (room[kind] > 0 ? [[room.roomId, room[kind]]] : [])));
  const [newestId = ""] = rooms.flatMap(({ lastId }) => lastId ?? []).toSorted((a, b) => (a < b ? 1 : -1));
  return { unread: count("unread"), mentions: count("mentions"), newestId };
}

export function isSameActivity(a: ActivitySummary, b: ActivitySummary): boolean {
  return a.newestId === b.newestId && isSame(a.unread, b.unread) && isSame(a.mentions, b.mentions);
}

function isSame(a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): boolean {
  const [ours, theirs] = [Object.entries(a), Object.keys(b)];
  return ours.length === theirs.length && ours.every(([id, count]) => b[id] === count);
}
