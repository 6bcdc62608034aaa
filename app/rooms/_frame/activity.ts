import type { RoomActivity } from "@/lib/messages/queries";
import type { CommentActivity } from "@/lib/records/comments-query";

/** The navigation's knowledge of the rooms: small enough to be asked for again and again. */
export interface ActivitySummary extends Record<(typeof COUNTS)[number], Record<string, number>> {
  newestId: string;
  newestCommentId: string;
}

const COUNTS = ["unread", "mentions", "comments", "commentMentions"] as const;

interface News {
  rooms: readonly Pick<RoomActivity, "roomId" | "isMuted" | "unread" | "mentions" | "lastId">[];
  comments: readonly CommentActivity[];
}

/** Muted rooms have no counts. */
export function summarizeActivity({ rooms, comments }: News): ActivitySummary {
  const muted = listMuted(rooms);
  const isHeard = ({ roomId }: { roomId: string }) => !muted.has(roomId);
  const [heard, discussed] = [rooms.filter(isHeard), comments.filter(isHeard)];
  return {
    unread: count(heard, "unread"),
    mentions: count(heard, "mentions"),
    comments: count(discussed, "unread"),
    commentMentions: count(discussed, "mentions"),
    newestId: findNewest(rooms),
    newestCommentId: findNewest(comments),
  };
}

export function listMuted(rooms: readonly { roomId: string; isMuted: boolean }[]): ReadonlySet<string> {
  return new Set(rooms.flatMap(({ roomId, isMuted }) => (isMuted ? roomId : [])));
}

function count<Kind extends "unread" | "mentions">(
  rooms: readonly ({ roomId: string } & Record<Kind, number>)[],
  kind: Kind,
): Record<string, number> {
  return Object.fromEntries(rooms.flatMap((room) => (room[kind] > 0 ? [[room.roomId, room[kind]]] : [])));
}

function findNewest(rooms: readonly { lastId: string | null }[]): string {
  return (
    rooms
      .flatMap(({ lastId }) => lastId ?? [])
      .toSorted()
      .at(-1) ?? ""
  );
}

export function isSameActivity(a: ActivitySummary, b: ActivitySummary): boolean {
  return (
    a.newestId === b.newestId &&
    a.newestCommentId === b.newestCommentId &&
    COUNTS.every((kind) => isSame(a[kind], b[kind]))
  );
}

function isSame(a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): boolean {
  const [ours, theirs] = [Object.entries(a), Object.keys(b)];
  return ours.length === theirs.length && ours.every(([id, number]) => b[id] === number);
}
