import type { RoomAccess } from "../access/store";
import { now } from "../platform/clock";
import type { Transaction } from "../platform/db";
import { newEventId } from "../platform/ids";
import { describeEvent, type EventType } from "./catalog";

export interface NewEvent {
  type: EventType;
  objectId: string;
  /** The v1 `data` member, taken as things stand now; null where the event is outside the v1 enumeration. */
  v1Data: Readonly<Record<string, unknown>> | null;
}

/** Written in the transaction of the domain write that caused it: there is never one without the other. */
export function recordEvent(tx: Transaction, access: RoomAccess, { type, objectId, v1Data }: NewEvent): string {
  const { object, inV1 } = describeEvent(type);
  if (inV1 !== (v1Data !== null))
    throw new Error(`${type}: v1 data goes with the events of the v1 enumeration, and only with them.`);
  const id = newEventId();
  tx.last(
    "record_event",
    `INSERT INTO events (id, type, room_id, organization_id, object_type, object_id, v1_data, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, type, access.roomId, access.organizationId, object, objectId, v1Data && JSON.stringify(v1Data), now()],
  );
  return id;
}
