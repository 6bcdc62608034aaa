import { z } from "zod";
import { isSharedRoom } from "../../access/open-room";
import { parse } from "../../api/decode";
import type { Invocation, ReadEndpoint, WriteEndpoint } from "../../api/endpoint";
import { ErrorBody } from "../../api/errors";
import { AppError, forbidden } from "../../platform/errors";
import { IDEMPOTENCY_KEY_MAX_LENGTH, UNITS } from "../../platform/limits";
import { text } from "../../platform/text";
import { isObject, writeJsonSchema } from "./json-schema";

type ObjectSchema = { type: "object"; [member: string]: unknown };

export interface Tool<Name extends string = string> {
  name: Name;
  endpoint: ReadEndpoint | WriteEndpoint;
  units: number;
  inputSchema: ObjectSchema;
  outputSchema: ObjectSchema;
  frame: z.ZodType<Record<string, unknown>>;
  paramNames: readonly string[];
}

const PARAMETERS: Readonly<Record<string, string>> = {
  roomId: "A room's id, from list_rooms",
  taskId: "A task's id, from list_tasks",
  recordId: "A record's id, from list_records",
};

const IdempotencyKey = text(1, IDEMPOTENCY_KEY_MAX_LENGTH).meta({
  description:
    "Unique per write, such as a UUID. Reuse it with the same arguments when you retry: you get the first result and nothing is written twice.",
});

export function defineTool<Name extends string>(name: Name, endpoint: ReadEndpoint | WriteEndpoint): Tool<Name> {
  const paramNames = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, param = ""]) => param);
  const params = Object.fromEntries(
    paramNames.map((param) => [param, z.string().meta({ description: PARAMETERS[param] ?? param })]),
  );
  const isWrite = endpoint.kind === "write";
  const frame = isWrite ? { ...params, idempotencyKey: IdempotencyKey } : params;
  const query = isWrite ? z.object({}) : pickPaging(endpoint.query);
  return {
    name,
    endpoint: isWrite ? refuseAgentsInSharedRooms(endpoint) : endpoint,
    units: isWrite ? UNITS.toolWrite : UNITS.toolRead,
    inputSchema: joinSchemas(z.strictObject(frame), isWrite ? endpoint.body : query),
    outputSchema: describeOutput(endpoint.response.schema),
    // A write's body is strict by itself; a query is not, so the frame refuses unknown names.
    frame: isWrite
      ? z.looseObject(frame)
      : z.strictObject({ ...frame, ...mapValues(query.shape, () => z.unknown().optional()) }),
    paramNames,
  };
}

function pickPaging({ shape }: z.ZodObject): z.ZodObject {
  return z.object(Object.fromEntries(Object.entries(shape).filter(([name]) => name === "limit" || name === "cursor")));
}

/** §4: an agent's text in a shared room would reach several organizations. */
function refuseAgentsInSharedRooms(endpoint: WriteEndpoint): WriteEndpoint {
  return {
    ...endpoint,
    async access(caller, params: Record<string, string>) {
      const access = await endpoint.access(caller, params);
      if (caller.actor.type === "agent" && (await isSharedRoom(params["roomId"] ?? ""))) {
        const message = "This room includes people from several organizations. Agents have read-only access here.";
        throw forbidden(message, { reason: "shared_room" });
      }
      return access;
    },
  };
}

function joinSchemas(frame: z.ZodType, inner: z.ZodType): ObjectSchema {
  const [outer, own] = [writeJsonSchema(frame, "input"), writeJsonSchema(inner, "input")];
  return {
    type: "object",
    properties: { ...outer.properties, ...own.properties },
    required: [...(outer.required ?? []), ...(own.required ?? [])],
    additionalProperties: false,
  };
}

function describeOutput(schema: z.ZodType): ObjectSchema {
  return { type: "object", anyOf: [writeJsonSchema(schema, "output"), writeJsonSchema(ErrorBody, "output")] };
}

export function invocationOf(tool: Tool, given: unknown): Invocation {
  const input = isObject(given) ? given : {};
  const { idempotencyKey, ...rest } = tool.endpoint.kind === "write" ? input : { ...input, idempotencyKey: null };
  const own = Object.fromEntries(Object.entries(rest).filter(([name]) => !tool.paramNames.includes(name)));
  return {
    units: tool.units,
    group: "tool",
    mayAgentWrite: true,
    idempotencyKey: typeof idempotencyKey === "string" ? idempotencyKey : null,
    params: Object.fromEntries(tool.paramNames.map((name) => [name, String(input[name])])),
    problem: findProblem(tool.frame, input),
    // Query values are text, but agents send numbers as numbers.
    readQuery: (schema, check) => parse(schema, mapValues(own, writeNumber), "", check),
    readBody: (schema) => parse(schema, own, ""),
  };
}

function writeNumber(value: unknown): unknown {
  return typeof value === "number" ? String(value) : value;
}

function findProblem(frame: z.ZodType, input: unknown): AppError | null {
  try {
    parse(frame, input, "");
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

function mapValues<Value, Mapped>(values: Readonly<Record<string, Value>>, map: (value: Value) => Mapped) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
