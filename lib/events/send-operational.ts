import { query, type Transaction } from "../db/transaction";
import { now } from "../platform/clock";
import { newEventId } from "../platform/ids";
import { describeEvent, isOperational, type OperationalType } from "./catalog";
import { notifyDeliveriesDue } from "./deliveries-due";
import { notifyListeners } from "./listeners-due";
import { FIND_WITHHELD_EVENTS, SEND_OPERATIONAL_EVENTS } from "./operational.sql";

export interface OperationalEvent {
  type: OperationalType;
  objectId: string;
  details: Readonly<Record<string, string | number>> | null;
  audience: string;
}

/** Call it in the transaction that writes the row which the event reports: one event a row. */
export async function sendOperational(tx: Transaction, events: readonly OperationalEvent[]): Promise<void> {
  if (events.length === 0) return;
  const [at, audiences] = [now(), events.map(({ audience }) => audience.split(":"))];
  const deliveries = await tx.query(SEND_OPERATIONAL_EVENTS, {
    ids: events.map(newEventId),
    types: events.map(({ type }) => type),
    objectTypes: events.map(({ type }) => describeEvent(type).object),
    objectIds: events.map(({ objectId }) => objectId),
    details: events.map(({ details }) => details && JSON.stringify(details)),
    audiences: audiences.map(([whom = ""]) => whom),
    refs: audiences.map(([, ref = ""]) => ref),
    ats: events.map(() => at),
  });
  const held = deliveries.flatMap(({ webhookId, isForListener }) => (isForListener ? webhookId : []));
  if (held.length > 0) tx.afterCommit(() => notifyListeners(held));
  if (deliveries.some(({ isForListener }) => isForListener === null)) tx.afterCommit(notifyDeliveriesDue);
}

export async function findWithheldEvents(webhookId: string): Promise<OperationalType[]> {
  const rows = await query(FIND_WITHHELD_EVENTS, { webhookId });
  return rows.map(({ type }) => type).filter(isOperational);
}
