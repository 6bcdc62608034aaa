import { z } from "zod";
import { EVENT_CATALOG } from "./catalog";

/** §2 */
export const EventTypeSummary = z
  .object({
    type: z.string(),
    description: z.string(),
    stable: z.boolean().meta({ description: "false: a preview, which may change incompatibly" }),
  })
  .meta({ id: "EventTypeSummary" });
export type EventTypeSummary = z.output<typeof EventTypeSummary>;

export function listEventTypes(): EventTypeSummary[] {
  return EVENT_CATALOG.map(({ type, description, stable }) => ({ type, description, stable }));
}
