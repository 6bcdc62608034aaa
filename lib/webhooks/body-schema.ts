import { z } from "zod";
import { describeEvent, type EventType } from "../events/catalog";
import { V2Payload } from "./payload";

/** JSON Schema of the body of one event type: the schema that reads stored payloads, narrowed to the type. */
export function writeBodySchema(type: EventType): string {
  const { object, description } = describeEvent(type);
  const narrowed = V2Payload.extend({
    type: z.literal(type),
    data: z.object({ object: z.object({ id: z.string(), type: z.literal(object) }) }),
  });
  const schema = z.toJSONSchema(narrowed, { io: "input" });
  return JSON.stringify({ ...schema, title: type, description }, null, 2);
}
