import { z } from "zod";
import { WEBHOOK_API_VERSION_V2 } from "../platform/limits";
import { EMITTED_TYPES } from "./catalog";

export interface EventFacts {
  id: string;
  type: string;
  roomId: string;
  organizationId: string | null;
  objectType: string;
  objectId: string;
  v1Data: unknown;
  createdAt: Date;
}

export const EventSummary = z
  .object({
    id: z.string().meta({ description: "Random: events are ordered by `createdAt`" }),
    type: z.string().meta({ examples: EMITTED_TYPES, "x-svc-values": "eventType" }),
    apiVersion: z.literal(WEBHOOK_API_VERSION_V2),
    createdAt: z.iso.datetime(),
    organizationId: z.string().meta({ description: "Empty for a personal room" }),
    roomId: z.string(),
    data: z.object({ object: z.object({ id: z.string(), type: z.string() }) }),
  })
  .meta({ id: "EventSummary" });
export type EventSummary = z.output<typeof EventSummary>;

export function presentEvent(event: Omit<EventFacts, "v1Data">): EventSummary {
  const { id, type, createdAt, organizationId, roomId, objectType, objectId } = event;
  return {
    id,
    type,
    apiVersion: WEBHOOK_API_VERSION_V2,
    createdAt: createdAt.toISOString(),
    // §6: every body has a string here; a personal room belongs to no organization.
    organizationId: organizationId ?? "",
    roomId,
    data: { object: { id: objectId, type: objectType } },
  };
}

/** Event ids do not sort, so a place in the log is an instant and an id. */
export function placeOfEvent({ createdAt, id }: Pick<EventSummary, "createdAt" | "id">): string {
  return `${Date.parse(createdAt)}:${id}`;
}

const PLACE = /^(\d{1,15}):(evt_[A-Za-z0-9_-]{22})$/;

export function isPlaceOfEvent(text: string): boolean {
  return PLACE.test(text);
}

export function readPlaceOfEvent(place: string | null): { createdAt: Date; id: string } | null {
  const [, instant, id] = PLACE.exec(place ?? "") ?? [];
  return id === undefined ? null : { createdAt: new Date(Number(instant)), id };
}

export type V1Data = Readonly<Record<string, unknown>>;

export function buildResourceData(summary: object, actorId: string): V1Data {
  return { ...summary, actorId };
}

export function buildDeletionData({ id, title }: { id: string; title: string }): V1Data {
  return { id, title };
}

export function buildMemberData({ roomId, userId }: { roomId: string; userId: string }): V1Data {
  return { roomId, userId };
}
