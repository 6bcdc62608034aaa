import type { Transaction } from "../platform/db";

const caused = new WeakMap<Transaction, string[]>();

/** The request's row names the events of its transaction, so that their deliveries are found from it. */
export function noteCausedEvent(tx: Transaction, eventId: string): void {
  const known = caused.get(tx);
  if (known) known.push(eventId);
  else caused.set(tx, [eventId]);
}

export function listCausedEvents(tx: Transaction): readonly string[] {
  return caused.get(tx) ?? [];
}
