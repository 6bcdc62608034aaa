import { z } from "zod";

/**
 * A schema as clients read it: whole, without references or a dialect's name, which many of them do not follow.
 * Notes for the API's description (`meta`) count here too.
 */
export function writeJsonSchema(schema: z.ZodType, io: "input" | "output"): z.core.JSONSchema.BaseSchema {
  const { $schema: _, ...written } = z.toJSONSchema(schema, {
    io,
    metadata: z.registry<Record<string, unknown>>(),
    override({ zodSchema, jsonSchema }) {
      // The set of the values names texts of the description, which a tool does not carry.
      const { id: _id, override, "x-svc-values": _set, ...notes } = z.globalRegistry.get(zodSchema) ?? {};
      if (isObject(override)) {
        for (const name of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, name);
        Object.assign(jsonSchema, override);
      }
      Object.assign(jsonSchema, notes);
      // The contract lets answers grow, and `format` says what the pattern of a date-time would.
      if (io === "output") delete jsonSchema.additionalProperties;
      if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
    },
  });
  return written;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
