import { z } from "zod";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import { EVENT_CATALOG, OPERATIONAL_EVENTS } from "../../events/catalog";
import { WEBHOOK_API_VERSION_V1, WEBHOOK_API_VERSION_V2, WEBHOOK_REPLAY_WINDOW_SECONDS } from "../../platform/limits";
import { RecordSummary } from "../../records/record";
import { narrowV2Payload } from "../../webhooks/delivery/payload";

const HEADERS = z.object({
  "Svc-Webhook-Id": z.string().meta({ description: "The event's id" }),
  "Svc-Webhook-Delivery": z.uuid().meta({
    description: "The delivery. Automatic retries keep it, a redelivery gets a new one. Deduplicate by it",
  }),
  "Svc-Webhook-Timestamp": z.string().meta({
    description: `Unix time in seconds; reject values more than ${WEBHOOK_REPLAY_WINDOW_SECONDS} seconds away`,
  }),
  "Svc-Webhook-Signature": z.string().meta({
    description:
      "`v1=` and the hex HMAC-SHA256, keyed with the signing secret, over timestamp, dot and raw body; two of them, with a comma between, while a rotation runs",
  }),
  "Svc-Webhook-Type": z.string().meta({ description: "The event type" }),
  "Svc-Webhook-Api-Version": z
    .enum([WEBHOOK_API_VERSION_V1, WEBHOOK_API_VERSION_V2])
    .meta({ "x-svc-values": "webhookVersion" }),
  "webhook-id": z.string().optional().meta({
    description: "The event's id, where the webhook also sends the headers of Standard Webhooks",
    "x-svc-since": "2026-11-23",
  }),
  "webhook-timestamp": z.string().optional().meta({
    description: "Equal to Svc-Webhook-Timestamp",
    "x-svc-since": "2026-11-23",
  }),
  "webhook-signature": z.string().optional().meta({
    description:
      "`v1,` and the base64 HMAC-SHA256 by the same key, over id, dot, timestamp, dot and raw body; two of them, with a space between, while a rotation runs",
    "x-svc-since": "2026-11-23",
  }),
});

const RecordWithActor = RecordSummary.extend({ actorId: z.string() }).meta({ id: "RecordWithActor" });

type CatalogEvent = (typeof EVENT_CATALOG)[number];
type DescribedEvent = CatalogEvent | (typeof OPERATIONAL_EVENTS)[number];

const OPERATIONAL_TEXT =
  "An addition, for v2 webhooks that name it. It is sent where everyone who manages the webhook's room may know of it; `roomId` and `organizationId` are those of the webhook.";

export function describeWebhooks() {
  const described = [
    ...EVENT_CATALOG.map((event) => [event, z.union([describeV2(event), describeV1(event)])] as const),
    ...OPERATIONAL_EVENTS.map((event) => [event, describeV2(event)] as const),
  ];
  return Object.fromEntries(described.map(([event, body]) => [event.type, { post: describeDelivery(event, body) }]));
}

function describeDelivery(event: DescribedEvent, body: z.ZodType): ZodOpenApiOperationObject {
  const { type, stable, description } = event;
  return {
    operationId: `receive${nameOf(type)}`,
    summary: description,
    ...("since" in event ? { description: OPERATIONAL_TEXT, "x-svc-since": event.since } : {}),
    ...(stable ? {} : { description: "Preview: listed, not sent yet, and free to change." }),
    tags: ["webhooks"],
    security: [],
    requestParams: { header: HEADERS },
    requestBody: {
      required: true,
      content: { "application/json": { schema: body } },
    },
    responses: {
      "2XX": { description: "The delivery succeeded" },
      "4XX": { description: "The delivery failed. 408 and 429 are retried, every other status is final" },
      "5XX": { description: "The delivery failed. It is retried after 2, 4 and 8 seconds" },
    },
  };
}

function describeV2({ type }: DescribedEvent) {
  return narrowV2Payload(type).meta({ id: `${nameOf(type)}Event` });
}

/** Events outside the v1 enumeration name their object in v1, too. */
function describeV1({ type, object, inV1 }: CatalogEvent) {
  return z
    .object({
      event: z.literal(type),
      timestamp: z.iso.datetime(),
      roomId: z.string(),
      data: inV1 ? describeV1Data(type) : z.object({ object: z.object({ id: z.string(), type: z.literal(object) }) }),
      deliveryId: z.string(),
    })
    .meta({ id: `${nameOf(type)}EventV1` });
}

function describeV1Data(type: CatalogEvent["type"]) {
  if (type === "record.deleted") return z.object({ id: z.string(), title: z.string() });
  if (type === "room.member.added") return z.object({ roomId: z.string(), userId: z.string() });
  return RecordWithActor;
}

function nameOf(type: string): string {
  return type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());
}
