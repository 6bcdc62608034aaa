import { findEndedSessions } from "../access/find-ended-sessions";
import type { RoomAccess } from "../access/open-room";
import { query } from "../db/transaction";
import { addWatcher, forgetPublished, listWatchedRooms, publishChange, type RoomChange } from "../events/room-watch";
import { nowMs } from "../platform/clock";
import {
  LIVE_EVENTS_MAX,
  LIVE_LOOK_BACK_MS,
  LIVE_POLL_MS,
  LIVE_RECHECK_MS,
  LIVE_STREAMS_PER_PERSON_MAX,
} from "../platform/limits";
import { log } from "../platform/log";
import { shared } from "../platform/shared";
import { READ_ROOM_CHANGES } from "./rooms.sql";

export interface Watcher {
  userId: string;
  /** Each poll checks it, because any process may end the session. */
  sessionId: string;
  tell(change: RoomChange): void;
  /** Access is checked again at an interval, because a seat can end while its stream is open. */
  isAllowed(): Promise<boolean>;
  end(): void;
}

export type WatchResult = { kind: "watching"; stop: () => void; missed: RoomChange[] } | { kind: "full" | "closing" };

const RECHECKS_AT_ONCE = 16;

const state = () =>
  shared("live-rooms", () => ({
    watchers: new Map<Watcher, () => void>(),
    timer: null as NodeJS.Timeout | null,
    recheckAtMs: 0,
    isClosing: false,
  }));

/** Rows commit out of the order of their timestamps, so callers look back far enough and skip known ids. */
function readRooms(roomIds: readonly string[], since: Date): Promise<RoomChange[]> {
  return query(READ_ROOM_CHANGES, { roomIds, since, limit: LIVE_EVENTS_MAX });
}

export function readChanges({ roomId }: RoomAccess, since: Date): Promise<RoomChange[]> {
  return readRooms([roomId], since);
}

/** Watching starts before reading, so that no change falls between. A change that comes both ways has one id. */
export async function watchRoom(access: RoomAccess, watcher: Watcher, since: Date): Promise<WatchResult> {
  const { watchers, isClosing } = state();
  if (isClosing) return { kind: "closing" };
  const own = [...watchers.keys()].filter(({ userId }) => userId === watcher.userId);
  if (own.length >= LIVE_STREAMS_PER_PERSON_MAX) return { kind: "full" };
  const remove = addWatcher(access.roomId, (change) => watcher.tell(change));
  const stop = (): void => {
    remove();
    watchers.delete(watcher);
  };
  watchers.set(watcher, stop);
  startPolling();
  try {
    return { kind: "watching", stop, missed: await readChanges(access, since) };
  } catch (error) {
    stop();
    throw error;
  }
}

export function scheduleRecheck(): void {
  state().recheckAtMs = 0;
}

export function closeLiveRooms(): void {
  const { watchers, timer } = state();
  state().isClosing = true;
  if (timer) clearTimeout(timer);
  for (const watcher of watchers.keys()) endWatcher(watcher);
}

function endWatcher(watcher: Watcher): void {
  state().watchers.get(watcher)?.();
  watcher.end();
}

function startPolling(): void {
  const live = state();
  if (live.timer || live.isClosing) return;
  live.timer = setTimeout(() => {
    void poll()
      .catch((error: unknown) => log().warn({ error }, "changes of rooms could not be read"))
      .finally(() => {
        live.timer = null;
        if (live.watchers.size > 0) startPolling();
      });
  }, LIVE_POLL_MS);
  live.timer.unref();
}

async function poll(): Promise<void> {
  const live = state();
  await endSignedOut([...live.watchers.keys()]);
  if (nowMs() >= live.recheckAtMs) {
    live.recheckAtMs = nowMs() + LIVE_RECHECK_MS;
    await recheck([...live.watchers.keys()]);
  }
  const changes = await readRooms(listWatchedRooms(), new Date(nowMs() - LIVE_LOOK_BACK_MS));
  for (const change of changes) publishChange(change);
  forgetPublished();
}

async function endSignedOut(watchers: readonly Watcher[]): Promise<void> {
  const ended = await findEndedSessions([...new Set(watchers.map(({ sessionId }) => sessionId))]);
  for (const watcher of watchers) if (ended.has(watcher.sessionId)) endWatcher(watcher);
}

async function recheck(watchers: readonly Watcher[]): Promise<void> {
  for (let start = 0; start < watchers.length; start += RECHECKS_AT_ONCE) {
    const group = watchers.slice(start, start + RECHECKS_AT_ONCE);
    await Promise.all(
      group.map(async (watcher) => {
        if (!(await watcher.isAllowed())) endWatcher(watcher);
      }),
    );
  }
}
