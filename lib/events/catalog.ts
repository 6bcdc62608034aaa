/** §6: the event types that a webhook can subscribe to, in the contract's order. */
export const EVENT_CATALOG = [
  { type: "record.created", object: "record", stable: true, inV1: true, description: "A record was created" },
  { type: "record.updated", object: "record", stable: true, inV1: true, description: "A record was updated" },
  { type: "record.deleted", object: "record", stable: true, inV1: true, description: "A record was deleted" },
  {
    type: "approval.requested",
    object: "record",
    stable: true,
    inV1: true,
    description: "Approval of a record was requested",
  },
  { type: "approval.approved", object: "record", stable: true, inV1: true, description: "A record was approved" },
  {
    type: "approval.rejected",
    object: "record",
    stable: true,
    inV1: true,
    description: "Approval of a record was rejected",
  },
  {
    type: "approval.withdrawn",
    object: "record",
    stable: true,
    inV1: true,
    description: "A request for approval was withdrawn",
  },
  {
    type: "record.approval_requested",
    object: "record",
    stable: true,
    inV1: false,
    description: "Approval of a record was requested (accompanies approval.requested)",
  },
  {
    type: "record.approved",
    object: "record",
    stable: true,
    inV1: false,
    description: "A record was approved (accompanies approval.approved)",
  },
  {
    type: "room.member.added",
    object: "room",
    stable: true,
    inV1: true,
    description: "A member was added to the room",
  },
  { type: "message.created", object: "message", stable: true, inV1: false, description: "A message was posted" },
  { type: "task.created", object: "task", stable: true, inV1: false, description: "A task was created" },
  {
    type: "task.updated",
    object: "task",
    stable: true,
    inV1: false,
    description: "A task was updated, its schedule included",
  },
  {
    type: "file.uploaded",
    object: "file",
    stable: true,
    inV1: false,
    description: "An attachment to a message or task was finalized",
  },
  {
    type: "room.created",
    object: "room",
    stable: false,
    inV1: false,
    description: "Preview, not emitted yet: webhooks belong to a room, so a new room has no subscriber",
  },
] as const;

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
