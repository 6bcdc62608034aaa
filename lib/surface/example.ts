import { MANAGER_ROLE } from "../access/roles";
import { describeEvent } from "../events/catalog";
import { listMembers, readRule, resolveSchema, type Schema, type Schemas } from "./schema";

/** Ids of the right form; nothing has them. */
export const SAMPLE_IDS: Readonly<Record<string, string>> = {
  roomId: "room_01jx8w6a00b2qfc7t9d5x1g6rk",
  messageId: "msg_01jx8w6a00c3wkd9x1v7q5n8ps",
  taskId: "task_01jx8w6a00a7hry4e6z2m9t3jg",
  boardId: "brd_01jx8w6a00d2nwt8k4p6s1y7qe",
  recordId: "rec_01jx8w6a00f5gtm1c8r4h6y2bz",
  fileId: "file_01jx8w6a00d8bnq5w3k1s7v4xc",
  organizationId: "org_01jx8w6a00k9msv3p4y8j2w7hn",
  userId: "usr_01jx8w6a00e4pvq2s7n5k3m9td",
  webhookId: "wh_01jx8w6a00g6jbz2d9r5t3c8vy",
  deliveryId: "whd_01jx8w6a00h1mfs7x4q8w2n6kp",
  eventId: "evt_Zm9yIHRoZSBzYW1wbGVz0g",
  requestId: "req_01jx8w6a00j3vtc5b7y9e4r2mh",
};

/** The person that a member names. */
const PEOPLE = new Set(["createdById", "authorId", "uploadedById", "assigneeId", "actorId", "subject"]);

/** `id` means the resource that the schema is about. */
const RESOURCE_OF = /^(Me$|Organization|Room|Message|Task|Board|Record|File|WebhookDelivery)/;
const IDS_OF: Readonly<Record<string, string>> = { Me: "userId", WebhookDelivery: "deliveryId" };

const TEXTS: Readonly<Record<string, unknown>> = {
  body: "The release is out.",
  checksum: "b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9",
  content: "We agreed on the plan for June.",
  deliveryId: "7c6f0a52-3b0e-4d5e-9a57-0d1c2f4b8e36",
  description: "Everything that the release needs.",
  displayName: "Hana Mori",
  durationMs: 184,
  email: "hana@example.com",
  event: "message.created",
  fileName: "minutes.pdf",
  locale: "en",
  mimeType: "application/pdf",
  name: "Planning",
  role: MANAGER_ROLE,
  roomType: 0,
  size: 48_213,
  source: "chat",
  statusCode: 200,
  title: "Prepare the release",
  type: "message.created",
};

/** Members whose meaning depends on the schema that they are in. */
const TEXTS_OF: Readonly<Record<string, unknown>> = {
  "EventTypeSummary.description": describeEvent("message.created").description,
  "Me.name": "Hana Mori",
  "OrganizationSummary.name": "Acme",
  "OrganizationSummary.description": "The makers of everything.",
};

/** Where there is a null to show. */
const NULLS = new Set(["error", "nextCursor", "nextRetryAt", "taskId"]);

const AT = "2026-06-09T08:30:00.000Z";

/** A value that the schema takes: its own example where it has one. */
export function buildExample(given: Schema, schemas: Schemas, name = "", owner = ""): unknown {
  const { schema, name: ownName, isNullable } = resolveSchema(given, schemas);
  if (isNullable && NULLS.has(name)) return null;
  if (schema.const !== undefined) return schema.const;
  const [first] = schema.examples ?? schema.enum ?? [];
  if (first !== undefined) return first;
  if (schema.properties) return buildObject(schema, schemas, ownName ?? owner);
  if (schema.type === "array") return [buildExample(schema.items ?? {}, schemas, name, owner)];
  if (schema.type === undefined) {
    const [option] = schema.anyOf ?? schema.oneOf ?? [];
    return option ? buildExample(option, schemas, name, owner) : {};
  }
  return buildPlain(schema, name, owner);
}

function buildObject(schema: Schema, schemas: Schemas, owner: string): Record<string, unknown> {
  const members = Object.entries(schema.properties ?? {});
  return Object.fromEntries(members.map(([name, member]) => [name, buildExample(member, schemas, name, owner)]));
}

/** The least that a body needs: required members, and one of those of which one must be there. */
export function buildLeastExample(given: Schema, schemas: Schemas): Record<string, unknown> {
  const whole = buildExample(given, schemas) as Record<string, unknown>;
  const [chosen] = readRule(given, schemas)?.names ?? [];
  const needed = listMembers(given, schemas).filter(({ name, isRequired }) => isRequired || name === chosen);
  return Object.fromEntries(needed.map(({ name }) => [name, whole[name]]));
}

function buildPlain(schema: Schema, name: string, owner: string): unknown {
  if (schema.default !== undefined) return schema.default;
  if (schema.format === "date-time") return AT;
  if (schema.type === "boolean") return true;
  if (schema.type === "object") return {};
  const own = TEXTS_OF[`${owner}.${name}`] ?? TEXTS[name];
  if (own !== undefined) return own;
  if (schema.type === "integer" || schema.type === "number") return Math.max(schema.minimum ?? 1, 1);
  if (schema.format === "uri" || /url$/i.test(name)) return "https://files.example.com/transfers/…";
  return buildId(name, owner) ?? name;
}

function buildId(name: string, owner: string): string | null {
  if (PEOPLE.has(name)) return SAMPLE_IDS["userId"] ?? null;
  if (name !== "id") return SAMPLE_IDS[name] ?? null;
  const resource = RESOURCE_OF.exec(owner)?.[0] ?? "";
  return SAMPLE_IDS[IDS_OF[resource] ?? `${resource.toLowerCase()}Id`] ?? null;
}
