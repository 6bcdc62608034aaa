import type { RoomAccess } from "../access/open-room";
import { recordCausedEvent } from "../audit/caused-events";
import type { RowOf, SharedStatement } from "../db/statement";
import type { Transaction } from "../db/transaction";
import { now } from "../platform/clock";
import { newEventId, uuidHead } from "../platform/ids";
import { WEBHOOK_DELIVERIES_PER_MINUTE } from "../platform/limits";
import { readTrace } from "../platform/trace-context";
import { describeEvent, type EventType } from "./catalog";
import { notifyDeliveriesDue } from "./deliveries-due";
import { minuteOf } from "./delivery-minute";
import { buildResourceData, type V1Data } from "./event";
import { RECORD_EVENTS } from "./events.sql";
import { notifyListeners } from "./listeners-due";
import { findOffer, type NewDelivery } from "./new-deliveries";
import { isWatched, publishChange } from "./room-watch";

export interface NewEvent {
  type: EventType;
  objectId: string;
  v1Data: V1Data | null;
}

/** Call it in the transaction of the write that caused the event: neither exists without the other. */
export function recordEvent(tx: Transaction, access: RoomAccess, { type, objectId, v1Data }: NewEvent): string {
  const { object, inV1 } = describeEvent(type);
  if (inV1 !== (v1Data !== null))
    throw new Error(`${type}: v1 data goes with the events of the v1 enumeration, and only with them.`);
  const id = newEventId();
  recordCausedEvent(tx, id);
  const { roomId, organizationId, billingEntityId } = access;
  const createdAt = now();
  if (isWatched(roomId)) tx.afterCommit(() => publishChange({ id, type, roomId, objectId, createdAt }));
  const offer = findOffer(billingEntityId);
  const event: RecordedEvent = {
    id,
    type,
    roomId,
    organizationId,
    objectType: object,
    objectId,
    v1Data: v1Data && JSON.stringify(v1Data),
    createdAt,
    entityId: billingEntityId,
    claimUntil: offer?.claimUntil ?? null,
    fullHosts: offer?.fullHosts.join(" ") ?? "",
    traceId: readTrace(tx),
  };
  tx.queryLast(recordEvents, event, ({ quotaMinute, deliveries }) => {
    if (offer) {
      const claimed = deliveries.flatMap((delivery) => readClaimed(delivery, event, quotaMinute));
      if (claimed.length > 0) tx.afterCommit(() => offer.take(claimed));
      if (deliveries.some(({ isBeyondLimit }) => isBeyondLimit)) tx.afterCommit(() => offer.markSpent(quotaMinute));
    }
    if (deliveries.some(({ isDue, lease }) => isDue && lease === null)) tx.afterCommit(notifyDeliveriesDue);
    const held = deliveries.flatMap(({ webhookId, isForListener }) => (isForListener ? webhookId : []));
    if (held.length > 0) tx.afterCommit(() => notifyListeners(held));
  });
  return id;
}

interface RecordedEvent {
  id: string;
  type: EventType;
  roomId: string;
  organizationId: string | null;
  objectType: string;
  objectId: string;
  v1Data: string | null;
  createdAt: Date;
  entityId: string;
  claimUntil: Date | null;
  fullHosts: string;
  traceId: string | null;
}

type NewRow = RowOf<typeof RECORD_EVENTS>;

interface Recorded {
  quotaMinute: Date;
  deliveries: readonly NewRow[];
}

const recordEvents: SharedStatement<RecordedEvent, Recorded> = {
  name: "record_events",
  run: async (query, events) => {
    const at = now();
    const quotaMinute = minuteOf(at);
    const rows = await query(RECORD_EVENTS, {
      ids: events.map(({ id }) => id),
      types: events.map(({ type }) => type),
      roomIds: events.map(({ roomId }) => roomId),
      organizationIds: events.map(({ organizationId }) => organizationId),
      objectTypes: events.map(({ objectType }) => objectType),
      objectIds: events.map(({ objectId }) => objectId),
      v1Data: events.map(({ v1Data }) => v1Data),
      ats: events.map(({ createdAt }) => createdAt),
      entityIds: events.map(({ entityId }) => entityId),
      claimEnds: events.map(({ claimUntil }) => claimUntil),
      fullHosts: events.map(({ fullHosts }) => fullHosts),
      traceIds: events.map(({ traceId }) => traceId),
      minute: quotaMinute,
      deliveriesMax: WEBHOOK_DELIVERIES_PER_MINUTE,
      idPrefix: uuidHead(at),
    });
    return events.map(({ id }) => ({ quotaMinute, deliveries: rows.filter(({ eventId }) => eventId === id) }));
  },
};

function readClaimed(row: NewRow, event: RecordedEvent, quotaMinute: Date): NewDelivery | readonly [] {
  const { lease, plan, seats, host, url, currentSecret } = row;
  if (lease === null || plan === null || seats === null || host === null || url === null || currentSecret === null)
    return [];
  return {
    id: row.id,
    attempt: 1,
    isSingle: false,
    isTest: false,
    entityId: event.entityId,
    plan,
    seats,
    lease,
    quotaMinute,
    webhookId: row.webhookId,
    host,
    url,
    apiVersion: row.apiVersion,
    sealedHeaders: row.sealedHeaders,
    standardHeaders: row.standardHeaders,
    rotationEndsAt: row.rotationEndsAt,
    currentSecret,
    nextSecret: row.nextSecret,
    eventId: event.id,
    eventType: event.type,
    eventCreatedAt: event.createdAt,
    roomId: event.roomId,
    organizationId: event.organizationId,
    objectType: event.objectType,
    objectId: event.objectId,
    v1Data: row.v1Data,
    traceId: event.traceId,
  };
}

export type ApprovalTransition = "requested" | "approved" | "rejected" | "withdrawn";

/** §6: these record events accompany two transitions, for receivers that subscribe only to records. */
const ALIASES = { requested: "record.approval_requested", approved: "record.approved" } as const;

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
