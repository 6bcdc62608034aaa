import { nowMs } from "../platform/clock";
import { LIVE_LOOK_BACK_MS } from "../platform/limits";
import { shared } from "../platform/shared";

export interface RoomChange {
  id: string;
  type: string;
  roomId: string;
  objectId: string;
  createdAt: Date;
}

export type ChangeHandler = (change: RoomChange) => void;

interface WatchedRoom {
  watchers: Set<ChangeHandler>;
  published: Map<string, number>;
}

const rooms = () => shared("watched-rooms", () => new Map<string, WatchedRoom>());

export function isWatched(roomId: string): boolean {
  return rooms().has(roomId);
}

export function listWatchedRooms(): string[] {
  return [...rooms().keys()];
}

export function addWatcher(roomId: string, tell: ChangeHandler): () => void {
  const room = rooms().get(roomId) ?? { watchers: new Set(), published: new Map() };
  rooms().set(roomId, room);
  room.watchers.add(tell);
  return () => {
    room.watchers.delete(tell);
    if (room.watchers.size === 0 && rooms().get(roomId) === room) rooms().delete(roomId);
  };
}

export function publishChange(change: RoomChange): void {
  const room = rooms().get(change.roomId);
  if (!room || room.published.has(change.id)) return;
  room.published.set(change.id, change.createdAt.getTime());
  for (const tell of room.watchers) tell(change);
}

/** A poll repeats changes for at most twice its look-back. */
export function forgetPublished(): void {
  const before = nowMs() - 2 * LIVE_LOOK_BACK_MS;
  for (const { published } of rooms().values())
    for (const [id, atMs] of published) if (atMs < before) published.delete(id);
}
