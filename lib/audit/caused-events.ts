const caused = new WeakMap<object, string[]>();

export function recordCausedEvent(tx: object, eventId: string): void {
  const known = caused.get(tx);
  if (known) known.push(eventId);
  else caused.set(tx, [eventId]);
}

export function listCausedEvents(tx: object): readonly string[] {
  return caused.get(tx) ?? [];
}
