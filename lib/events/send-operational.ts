import { query, type Transaction } from "../db/transaction";
import { now } from "../platform/clock";
import { newEventId } from "../platform/ids";
import { describeEvent, isOperational, type OperationalType } from "./catalog";
import { notifyDeliveriesDue } from "./deliveries-due";
import { tellListeners } from "./listeners-due";
import { FIND_WITHHELD_EVENTS, SEND_OPERATIONAL_EVENTS } from "./operational.sql";

export interface OperationalEvent {
  type: OperationalType;
  objectId: string;
  /** Members of the body's `data` beside `object`, as its schema in `lib/webhooks/delivery/payload.ts` has them. */
  details: Readonly<Record<string, string | number>> | null;
  /** As a notification names it: `room:`, `entity:` or `owners:`, and an id. */
  audience: string;
}

/** Runs in the transaction that writes the row for which it is told: so often as that row is made, and with it or not at all. */
export async function sendOperational(tx: Transaction, events: readonly OperationalEvent[]): Promise<void> {
  if (events.length === 0) return;
  const [at, audiences] = [now(), events.map(({ audience }) => audience.split(":"))];
  const deliveries = await tx.query(SEND_OPERATIONAL_EVENTS, [
    events.map(newEventId),
    events.map(({ type }) => type),
    events.map(({ type }) => describeEvent(type).object),
    events.map(({ objectId }) => objectId),
    events.map(({ details }) => details && JSON.stringify(details)),
    audiences.map(([whom = ""]) => whom),
    audiences.map(([, ref = ""]) => ref),
    events.map(() => at),
  ]);
  const held = deliveries.flatMap(({ webhookId, isForListener }) => (isForListener ? webhookId : []));
  if (held.length > 0) tx.afterCommit(() => tellListeners(held));
  if (deliveries.some(({ isForListener }) => isForListener === null)) tx.afterCommit(notifyDeliveriesDue);
}

/** Subscribed events that the webhook is not sent, because someone who manages its room may not know of them. */
export async function findWithheldEvents(webhookId: string): Promise<OperationalType[]> {
  const rows = await query(FIND_WITHHELD_EVENTS, [webhookId]);
  return rows.map(({ type }) => type).filter(isOperational);
}
