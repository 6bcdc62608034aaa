import { z } from "zod";
import { openContext } from "../access/caller";
import { openRoom } from "../access/open-room";
import { read } from "../api/endpoint";
import { list } from "../api/list-endpoint";
import { UNITS } from "../platform/limits";
import { EMITTED_TYPES, EVENT_CATALOG } from "./catalog";
import { EventSummary, isPlaceOfEvent, placeOfEvent } from "./event";
import { listEvents as listRoomEvents } from "./list";

const EventTypeSummary = z
  .object({
    type: z.string(),
    description: z.string(),
    stable: z.boolean().meta({ description: "false: a preview, which may change incompatibly" }),
  })
  .meta({ id: "EventTypeSummary" });

export const listEventTypes = read({
  method: "GET",
  path: "/v1/event-types",
  operationId: "listEventTypes",
  summary: "List event types",
  scope: "events:read",
  units: UNITS.restRead,
  query: z.object({}),
  response: { status: 200, schema: z.object({ data: z.array(EventTypeSummary) }).meta({ id: "EventTypeList" }) },
  errors: [],
  access: openContext,
  run: () =>
    Promise.resolve({ data: EVENT_CATALOG.map(({ type, description, stable }) => ({ type, description, stable })) }),
});

export const listEvents = list({
  path: "/v1/rooms/{roomId}/events",
  operationId: "listEvents",
  summary: "List events of a room, in the form of v2 webhooks",
  scope: "events:read",
  units: UNITS.restRead,
  since: "2026-11-22",
  item: EventSummary,
  idPrefix: isPlaceOfEvent,
  placeOf: placeOfEvent,
  filters: {
    type: z
      .enum(EMITTED_TYPES)
      .optional()
      .meta({ description: "Only events of this type", "x-svc-values": "eventType" }),
  },
  errors: ["room_not_found"],
  access: openRoom,
  rows: ({ access, filters, page }) => listRoomEvents(access, filters.type, page),
});
