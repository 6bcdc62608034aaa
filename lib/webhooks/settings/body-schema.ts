import { z } from "zod";
import { describeEvent, type EventType } from "../../events/catalog";
import { narrowV2Payload } from "../delivery/payload";

export function writeBodySchema(type: EventType): string {
  const schema = z.toJSONSchema(narrowV2Payload(type), { io: "input" });
  return JSON.stringify({ ...schema, title: type, description: describeEvent(type).description }, null, 2);
}
