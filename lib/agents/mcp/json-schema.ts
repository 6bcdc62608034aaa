import { z } from "zod";

/** Schemas are written whole, because many clients follow neither references nor a dialect's name. */
export function writeJsonSchema(schema: z.ZodType, io: "input" | "output"): z.core.JSONSchema.BaseSchema {
  const { $schema: _, ...written } = z.toJSONSchema(schema, {
    io,
    metadata: z.registry<Record<string, unknown>>(),
    override({ zodSchema, jsonSchema }) {
      const { id: _id, override, "x-svc-values": _set, ...notes } = z.globalRegistry.get(zodSchema) ?? {};
      if (isObject(override)) {
        for (const name of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, name);
        Object.assign(jsonSchema, override);
      }
      Object.assign(jsonSchema, notes);
      if (io === "output") delete jsonSchema.additionalProperties;
      if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
    },
  });
  return written;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
