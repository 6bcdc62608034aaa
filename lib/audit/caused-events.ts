/** By the transaction, which is nothing here but a key. */
const caused = new WeakMap<object, string[]>();

/** The request's row names the events of its transaction, so that their deliveries are found from it. */
export function noteCausedEvent(tx: object, eventId: string): void {
  const known = caused.get(tx);
  if (known) known.push(eventId);
  else caused.set(tx, [eventId]);
}

export function listCausedEvents(tx: object): readonly string[] {
  return caused.get(tx) ?? [];
}
