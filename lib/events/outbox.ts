import type { RoomAccess } from "../access/open-room";
import { now } from "../platform/clock";
import type { Transaction } from "../platform/db";
import { newEventId } from "../platform/ids";
import { describeEvent, type EventType } from "./catalog";
import { notifyDeliveriesDue } from "./deliveries-due";
import { isWatched, tellWatchers } from "./room-watch";
import { buildResourceData, type V1Data } from "./v1-data";

export interface NewEvent {
  type: EventType;
  objectId: string;
  /** The v1 `data` member, captured now; null when the event is outside the v1 enumeration. */
  v1Data: V1Data | null;
}

/**
 * Writes the event and one delivery for each subscribed webhook of the room in one statement. Without a subscriber the
 * second half is one index lookup. A delivery for an inactive webhook is stored as paused.
 */
const RECORD_EVENT = `
  WITH event AS (
    INSERT INTO events (id, type, room_id, organization_id, object_type, object_id, v1_data, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  )
  INSERT INTO deliveries (id, webhook_id, event_id, billing_entity_id, state, next_attempt_at, created_at)
  SELECT gen_random_uuid(), w.id, $1, $9, (CASE WHEN w.is_active THEN 'PENDING' ELSE 'HELD' END)::delivery_state,
         CASE WHEN w.is_active THEN $8::timestamptz END, $8
  FROM webhooks w WHERE w.room_id = $3 AND $2 = ANY(w.events)
  RETURNING next_attempt_at IS NOT NULL AS "isDue"`;

/** Runs in the transaction of the domain write that caused the event, so that neither exists without the other. */
export function recordEvent(tx: Transaction, access: RoomAccess, { type, objectId, v1Data }: NewEvent): string {
  const { object, inV1 } = describeEvent(type);
  if (inV1 !== (v1Data !== null))
    throw new Error(`${type}: v1 data goes with the events of the v1 enumeration, and only with them.`);
  const id = newEventId();
  const { roomId, organizationId, billingEntityId } = access;
  const createdAt = now();
  if (isWatched(roomId)) tx.afterCommit(() => tellWatchers({ id, type, roomId, objectId, createdAt }));
  tx.last<{ isDue: boolean }>(
    "record_event",
    RECORD_EVENT,
    [id, type, roomId, organizationId, object, objectId, v1Data && JSON.stringify(v1Data), createdAt, billingEntityId],
    (deliveries) => {
      if (deliveries.some(({ isDue }) => isDue)) tx.afterCommit(notifyDeliveriesDue);
    },
  );
  return id;
}

export type ApprovalTransition = "requested" | "approved" | "rejected" | "withdrawn";

/** §6: the record events that accompany two of the transitions, for receivers subscribed only to records. */
const ALIASES = { requested: "record.approval_requested", approved: "record.approved" } as const;

/** Records the events of one approval step in its transaction. `record` is the public summary. */
export function recordApproval(
  tx: Transaction,
  access: RoomAccess,
  transition: ApprovalTransition,
  record: { id: string },
  actorId: string,
): void {
  const v1Data = buildResourceData(record, actorId);
  recordEvent(tx, access, { type: `approval.${transition}`, objectId: record.id, v1Data });
  if (transition === "requested" || transition === "approved")
    recordEvent(tx, access, { type: ALIASES[transition], objectId: record.id, v1Data: null });
}
