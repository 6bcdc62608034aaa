function event<Type extends string, Of extends string>(
  type: Type,
  object: Of,
  description: string,
  { inV1 = false, stable = true } = {},
) {
  return { type, object, description, inV1, stable };
}

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

type Audience = "room" | "entity" | "owners";

function operational<Type extends string, Of extends string>(
  type: Type,
  object: Of,
  audience: Audience,
  description: string,
) {
  return { ...event(type, object, description), audience, since: "2026-11-23" };
}

/**
 * Operational events concern an organization: they are in no room's event log, and no default, group or "all" includes
 * them. v2 webhooks must name them.
 */
export const OPERATIONAL_EVENTS = [
  operational("webhook.disabled", "webhook", "room", "A webhook was deactivated after failures in a row"),
  operational("key.expiring", "api_key", "entity", "An API key expires in seven days"),
  operational(
    "usage.threshold",
    "billing_entity",
    "owners",
    "50, 80 or 100 percent of the month's units are used: each share once a month",
  ),
];

export type OperationalType = (typeof OPERATIONAL_EVENTS)[number]["type"];
type CatalogEvent = (typeof EVENT_CATALOG)[number] | (typeof OPERATIONAL_EVENTS)[number];
export type EventType = CatalogEvent["type"];

const OPERATIONAL_TYPES = OPERATIONAL_EVENTS.map(({ type }) => type);

export const EVENT_TYPES: readonly EventType[] = [...EVENT_CATALOG.map(({ type }) => type), ...OPERATIONAL_TYPES];

export function isOperational(type: string): type is OperationalType {
  return (OPERATIONAL_TYPES as readonly string[]).includes(type);
}

export const EMITTED_TYPES = EVENT_CATALOG.filter(({ stable }) => stable).map(({ type }) => type);

export const SUBSCRIBABLE_TYPES: readonly EventType[] = [...EMITTED_TYPES, ...OPERATIONAL_TYPES];

export function isEventType(value: string): value is EventType {
  return (EVENT_TYPES as readonly string[]).includes(value);
}

export function describeEvent(type: EventType): CatalogEvent {
  const entry = [...EVENT_CATALOG, ...OPERATIONAL_EVENTS].find((candidate) => candidate.type === type);
  if (!entry) throw new Error(`No event ${type} in the catalog.`);
  return entry;
}
