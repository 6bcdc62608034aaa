import { describeEvent, type EventType } from "../../events/catalog";
import {
  buildDeletionData,
  buildMemberData,
  buildResourceData,
  type EventFacts,
  type V1Data,
} from "../../events/event";
import { WEBHOOK_API_VERSION_V2 } from "../../platform/limits";
import { buildHeaders } from "../delivery/headers";
import { type ApiVersion, buildPayload } from "../delivery/payload";

const EVENT_ID = "evt_Zm9yIHRoZSBzYW1wbGVz0g";
const DELIVERY_ID = "7c6f0a52-3b0e-4d5e-9a57-0d1c2f4b8e36";
const ACTOR_ID = "usr_01jx8w6a00e4pvq2s7n5k3m9td";
const AT = "2026-06-09T08:30:00.000Z";
const OBJECT_IDS = {
  record: "rec_01jx8w6a00f5gtm1c8r4h6y2bz",
  message: "msg_01jx8w6a00c3wkd9x1v7q5n8ps",
  task: "task_01jx8w6a00a7hry4e6z2m9t3jg",
  file: "file_01jx8w6a00d8bnq5w3k1s7v4xc",
  webhook: "wh_01jx8w6a00g4psk7w2m6t9c1zd",
  api_key: "key_01jx8w6a00h9xcd3b5n8v2r4qf",
  billing_entity: "bil_01jx8w6a00j6twf8z4k1y7p3ms",
};
const ROOM = { roomId: "room_01jx8w6a00b2qfc7t9d5x1g6rk", organizationId: "org_01jx8w6a00k9msv3p4y8j2w7hn" };

type SampleRoom = Pick<EventFacts, "roomId" | "organizationId">;

export function buildSampleEvent(type: EventType, id: string, createdAt: Date, room: SampleRoom): EventFacts {
  const { object, inV1 } = describeEvent(type);
  const objectId = object === "room" ? room.roomId : OBJECT_IDS[object];
  const v1Data = inV1 ? sampleData(type, room) : (DETAILS[type] ?? null);
  return { id, type, createdAt, ...room, objectType: object, objectId, v1Data };
}

const DETAILS: Partial<Record<EventType, V1Data>> = { "usage.threshold": { thresholdPercent: 80 } };

const STATUS_AFTER: Partial<Record<EventType, string>> = {
  "approval.requested": "PENDING_APPROVAL",
  "approval.approved": "APPROVED",
  "approval.rejected": "REJECTED",
};

function sampleData(type: EventType, { roomId }: SampleRoom): V1Data {
  const title = "Minutes of the weekly meeting";
  if (type === "room.member.added") return buildMemberData({ roomId, userId: ACTOR_ID });
  if (type === "record.deleted") return buildDeletionData({ id: OBJECT_IDS.record, title });
  const status = STATUS_AFTER[type] ?? "DRAFT";
  const record = { id: OBJECT_IDS.record, roomId, title, status, createdById: ACTOR_ID, createdAt: AT, updatedAt: AT };
  return buildResourceData(record, ACTOR_ID);
}

export function buildSamplePayload(type: EventType, apiVersion: ApiVersion): string {
  const event = buildSampleEvent(type, EVENT_ID, new Date(AT), ROOM);
  return buildPayload(apiVersion, event, DELIVERY_ID);
}

export function buildSampleHeaders(type: EventType): Record<string, string> {
  return buildHeaders({
    apiVersion: WEBHOOK_API_VERSION_V2,
    eventId: EVENT_ID,
    eventType: type,
    deliveryId: DELIVERY_ID,
    body: Buffer.from(buildSamplePayload(type, WEBHOOK_API_VERSION_V2)),
    secrets: ["whsec_sample"],
    customHeaders: {},
    standardHeaders: false,
    now: new Date(AT),
  });
}
