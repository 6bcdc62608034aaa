import type { RoomChange } from "@/lib/events/room-watch";
import { nowMs } from "@/lib/platform/clock";
import { LIVE_EVENTS_MAX, LIVE_LOOK_BACK_MS, LIVE_PAGE_AGE_MS, LIVE_RESUME_MAX_MS } from "@/lib/platform/limits";

/** A change as sent to our pages: just enough to know what to read again. */
export interface SentChange {
  id: string;
  type: string;
  objectId: string;
}

/** Too many changes were missed to list them; read everything again. */
const RESYNC: SentChange = { id: "", type: "resync", objectId: "" };

export function readCursor(text: string | null): { since: Date; isTooOld: boolean } {
  const atMs = /^\d{13}$/.test(text ?? "") ? Number(text) : null;
  const isTooOld = atMs !== null && nowMs() - atMs > LIVE_RESUME_MAX_MS;
  const backMs = atMs === null || isTooOld ? nowMs() - LIVE_PAGE_AGE_MS : Math.min(atMs, nowMs()) - LIVE_LOOK_BACK_MS;
  return { since: new Date(backMs), isTooOld };
}

export function describeMissed(missed: readonly RoomChange[], isTooOld: boolean): SentChange[] {
  return isTooOld || missed.length >= LIVE_EVENTS_MAX ? [RESYNC] : missed.map(describeChange);
}

export function describeChange({ id, type, objectId }: RoomChange): SentChange {
  return { id, type, objectId };
}
