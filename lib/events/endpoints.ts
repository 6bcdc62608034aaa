import { z } from "zod";
import { openContext } from "../access/context";
import { read } from "../api/endpoint";
import { UNITS } from "../platform/limits";
import { EVENT_CATALOG } from "./catalog";

/** §2 */
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
  summary: "The event catalog",
  scope: "events:read",
  units: UNITS.restRead,
  query: z.object({}),
  response: { status: 200, schema: z.object({ data: z.array(EventTypeSummary) }).meta({ id: "EventTypeList" }) },
  errors: [],
  access: openContext,
  run: () =>
    Promise.resolve({ data: EVENT_CATALOG.map(({ type, description, stable }) => ({ type, description, stable })) }),
});
