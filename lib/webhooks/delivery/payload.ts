import { z } from "zod";
import { describeEvent, type EventType, isOperational } from "../../events/catalog";
import { type EventFacts, presentEvent, type V1Data } from "../../events/event";
import { WEBHOOK_API_VERSION_V1, WEBHOOK_API_VERSION_V2 } from "../../platform/limits";

export const ApiVersion = z.enum([WEBHOOK_API_VERSION_V1, WEBHOOK_API_VERSION_V2]);
export type ApiVersion = z.output<typeof ApiVersion>;

/** §6: the body is built once, so the same bytes are signed, sent and stored. */
export function buildPayload(apiVersion: ApiVersion, event: EventFacts, deliveryId: string): string {
  return apiVersion === WEBHOOK_API_VERSION_V1 ? buildV1(event, deliveryId) : buildV2(event);
}

function buildV2(event: EventFacts): string {
  const body = presentEvent(event);
  if (!isOperational(event.type) || event.v1Data === null) return JSON.stringify(body);
  return JSON.stringify({ ...body, data: { ...body.data, ...(event.v1Data as V1Data) } });
}

function buildV1({ type, createdAt, roomId, objectType, objectId, v1Data }: EventFacts, deliveryId: string): string {
  return JSON.stringify({
    event: type,
    timestamp: createdAt.toISOString(),
    roomId,
    data: v1Data ?? { object: { id: objectId, type: objectType } },
    deliveryId,
  });
}

const at = z.iso.datetime().transform((value) => new Date(value));

export const V2Payload = z.object({
  id: z.string().regex(/^evt_[A-Za-z0-9_-]{22}$/),
  type: z.string().min(1),
  apiVersion: z.literal(WEBHOOK_API_VERSION_V2),
  createdAt: at,
  organizationId: z.string(),
  roomId: z.string().min(1),
  data: z.object({ object: z.object({ id: z.string().min(1), type: z.string().min(1) }) }),
});

const DETAILS: Partial<Record<EventType, z.ZodRawShape>> = {
  "usage.threshold": {
    thresholdPercent: z.int().min(1).max(100).meta({
      description: "Percentage of the month's units used: 50, 80 or 100. When several are reached at once, the highest",
      "x-svc-since": "2026-11-26",
    }),
  },
};

export function narrowV2Payload(type: EventType) {
  const object = z.object({ id: z.string(), type: z.literal(describeEvent(type).object) });
  return V2Payload.extend({ type: z.literal(type), data: z.object({ object, ...DETAILS[type] }) });
}

type StoredEvent = Omit<EventFacts, "id"> & { id: string | null };

const StoredV2 = V2Payload.extend({ data: V2Payload.shape.data.loose() }).transform(
  ({ id, type, createdAt, organizationId, roomId, data: { object, ...details } }): StoredEvent => ({
    id,
    type,
    createdAt,
    organizationId: organizationId === "" ? null : organizationId,
    roomId,
    objectType: object.type,
    objectId: object.id,
    v1Data: isOperational(type) ? details : null,
  }),
);

const StoredV1 = z
  .object({
    event: z.string().min(1),
    timestamp: at,
    roomId: z.string().min(1),
    data: z.record(z.string(), z.unknown()),
  })
  .transform(
    ({ event: type, timestamp: createdAt, roomId, data: v1Data }): StoredEvent => ({
      id: null,
      type,
      createdAt,
      organizationId: null,
      roomId,
      objectType: "",
      objectId: "",
      v1Data,
    }),
  );

export function readPayload(apiVersion: string, payload: string): StoredEvent | null {
  const json = parseJson(payload);
  if (apiVersion === WEBHOOK_API_VERSION_V2) return StoredV2.safeParse(json).data ?? null;
  return apiVersion === WEBHOOK_API_VERSION_V1 ? (StoredV1.safeParse(json).data ?? null) : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
