import { z } from "zod";
import { type EventFacts, presentEvent } from "../events/event";
import { WEBHOOK_API_VERSION_V1, WEBHOOK_API_VERSION_V2 } from "../platform/limits";

export const ApiVersion = z.enum([WEBHOOK_API_VERSION_V1, WEBHOOK_API_VERSION_V2]);
export type ApiVersion = z.output<typeof ApiVersion>;

/** §6: the body is built once: the same bytes are signed, sent and stored. */
export function buildPayload(apiVersion: ApiVersion, event: EventFacts, deliveryId: string): string {
  return apiVersion === WEBHOOK_API_VERSION_V1 ? buildV1(event, deliveryId) : JSON.stringify(presentEvent(event));
}

function buildV1({ type, createdAt, roomId, objectType, objectId, v1Data }: EventFacts, deliveryId: string): string {
  return JSON.stringify({
    event: type,
    timestamp: createdAt.toISOString(),
    roomId,
    // Events outside the v1 enumeration have no v1 data: they name their object, as v2 does.
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

type StoredEvent = Omit<EventFacts, "id"> & { id: string | null };

const StoredV2 = V2Payload.transform(
  ({ id, type, createdAt, organizationId, roomId, data: { object } }): StoredEvent => ({
    id,
    type,
    createdAt,
    organizationId: organizationId === "" ? null : organizationId,
    roomId,
    objectType: object.type,
    objectId: object.id,
    v1Data: null,
  }),
);

/** A v1 body names no event id and no object. */
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

/** Reads a stored payload for a redelivery; null when it cannot be interpreted. */
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
