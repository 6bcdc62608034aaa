import { z } from "zod";
import { describeEvent, type EventType } from "../../events/catalog";
import { narrowV2Payload } from "../delivery/payload";

/** JSON Schema of the body of one event type: the schema that reads stored payloads, narrowed to the type. */
export function writeBodySchema(type: EventType): string {
  const schema = z.toJSONSchema(narrowV2Payload(type), { io: "input" });
  return JSON.stringify({ ...schema, title: type, description: describeEvent(type).description }, null, 2);
}
