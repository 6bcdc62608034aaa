import { z } from "zod";
import { describeEvent, type EventType } from "../events/catalog";
import { V2Payload } from "./payload";

/** JSON Schema of what arrives for one type: the schema that a stored payload is read with, narrowed to it. */
export function writeBodySchema(type: EventType): string {
  const { object, description } = describeEvent(type);
  const narrowed = V2Payload.extend({
    type: z.literal(type),
    data: z.object({ object: z.object({ id: z.string(), type: z.literal(object) }) }),
  });
  const schema = z.toJSONSchema(narrowed, { io: "input" });
  return JSON.stringify({ ...schema, title: type, description }, null, 2);
}
