import type { RoomAccess } from "../access/open-room";
import type { PageRequest } from "../db/page";
import { query } from "../db/transaction";
import { now } from "../platform/clock";
import { WEBHOOK_HISTORY_RETENTION_DAYS } from "../platform/limits";
import { type EventSummary, presentEvent, readPlaceOfEvent } from "./event";
import { LIST_EVENTS, LIST_EVENTS_OF_TYPE } from "./events.sql";

const DAY_MS = 24 * 60 * 60 * 1000;
const NEWEST = { createdAt: new Date("9999-12-31T23:59:59.999Z"), id: "~" };

export async function listEvents(
  { roomId }: RoomAccess,
  type: string | undefined,
  { limit, after }: PageRequest,
): Promise<EventSummary[]> {
  const { createdAt, id } = readPlaceOfEvent(after) ?? NEWEST;
  const since = new Date(now().getTime() - WEBHOOK_HISTORY_RETENTION_DAYS * DAY_MS);
  const page = { roomId, createdAt, id, limit: limit + 1, since };
  const rows = await (type === undefined ? query(LIST_EVENTS, page) : query(LIST_EVENTS_OF_TYPE, { ...page, type }));
  return rows.map(presentEvent);
}
