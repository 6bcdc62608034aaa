function event<Type extends string, Of extends string>(
  type: Type,
  object: Of,
  description: string,
  { inV1 = false, stable = true } = {},
) {
  return { type, object, description, inV1, stable };
}

/** §6: the event types that a webhook can subscribe to, in the contract's order. */
export const EVENT_CATALOG = [
  event("record.created", "record", "A record was created", { inV1: true }),
  event("record.updated", "record", "A record was updated", { inV1: true }),
  event("record.deleted", "record", "A record was deleted", { inV1: true }),
  event("approval.requested", "record", "Approval of a record was requested", { inV1: true }),
  event("approval.approved", "record", "A record was approved", { inV1: true }),
  event("approval.rejected", "record", "Approval of a record was rejected", { inV1: true }),
  event("approval.withdrawn", "record", "A request for approval was withdrawn", { inV1: true }),
  event("record.approval_requested", "record", "Approval of a record was requested (accompanies approval.requested)"),
  event("record.approved", "record", "A record was approved (accompanies approval.approved)"),
  event("room.member.added", "room", "A member was added to the room", { inV1: true }),
  event("message.created", "message", "A message was posted"),
  event("task.created", "task", "A task was created"),
  event("task.updated", "task", "A task was updated, its schedule included"),
  event("file.uploaded", "file", "An attachment to a message or task was finalized"),
  event(
    "room.created",
    "room",
    "Preview, not emitted yet: webhooks belong to a room, so a new room has no subscriber",
    {
      stable: false,
    },
  ),
];

export type EventType = (typeof EVENT_CATALOG)[number]["type"];

export const EVENT_TYPES = EVENT_CATALOG.map(({ type }) => type);

/** Event types open to subscription. Previews are listed and never sent. */
export const EMITTED_TYPES = EVENT_CATALOG.filter(({ stable }) => stable).map(({ type }) => type);

export function isEventType(value: string): value is EventType {
  return (EVENT_TYPES as readonly string[]).includes(value);
}

export function describeEvent(type: EventType): (typeof EVENT_CATALOG)[number] {
  const entry = EVENT_CATALOG.find((candidate) => candidate.type === type);
  if (!entry) throw new Error(`No event ${type} in the catalog.`);
  return entry;
}
