import { z } from "zod";
import { openContext } from "../access/context";
import { read } from "../api/endpoint";
import { UNITS } from "../platform/limits";
import { EventTypeSummary, listEventTypes as list } from "./event-type";

export const listEventTypes = read({
  method: "GET",
  path: "/v1/event-types",
  operationId: "listEventTypes",
  summary: "The event catalog",
  scope: "events:read",
  units: UNITS.restRead,
  query: z.object({}),
  response: { status: 200, schema: z.object({ data: z.array(EventTypeSummary) }) },
  errors: [],
  access: openContext,
  run: () => Promise.resolve({ data: list() }),
});
