import { describe, expect, it } from "vitest";
import { z } from "zod";
import { describeEvent, EVENT_TYPES } from "../../events/catalog";
import { narrowV2Payload } from "../delivery/payload";
import { buildSamplePayload } from "./sample";

interface Schema {
  required: string[];
  properties: Record<string, { const?: string; pattern?: string; format?: string }>;
}

describe("the schema of a body", () => {
  it.each(EVENT_TYPES)("%s describes exactly the members that are sent", (type) => {
    const schema = z.toJSONSchema(narrowV2Payload(type), { io: "input" }) as unknown as Schema;
    const body = JSON.parse(buildSamplePayload(type, "2026-06-09")) as Record<string, unknown>;
    expect(Object.keys(schema.properties)).toEqual(Object.keys(body));
    expect(schema.required).toEqual(Object.keys(body));
    expect(schema.properties["type"]?.const).toBe(type);
    expect(schema.properties["apiVersion"]?.const).toBe("2026-06-09");
    expect(schema.properties["createdAt"]?.format).toBe("date-time");
    expect(new RegExp(schema.properties["id"]?.pattern ?? "^$").test(String(body["id"]))).toBe(true);
    expect(JSON.stringify(schema.properties["data"])).toContain(`"const":"${describeEvent(type).object}"`);
    const data = schema.properties["data"] as unknown as Schema;
    expect(Object.keys(data.properties)).toEqual(Object.keys(body["data"] ?? {}));
    expect(data.required).toEqual(Object.keys(data.properties));
  });
});

const RECORD = ["id", "roomId", "title", "status", "createdById", "createdAt", "updatedAt", "actorId"];

describe("the sample of a v1 body", () => {
  it.each([
    ["record.created", RECORD],
    ["record.deleted", ["id", "title"]],
    ["room.member.added", ["roomId", "userId"]],
  ] as const)("%s has the data of its kind", (type, members) => {
    const { data } = JSON.parse(buildSamplePayload(type, "2025-10-23")) as { data: object };
    expect(Object.keys(data)).toEqual(members);
  });
});
