import { z } from "zod";
import { EMITTED_TYPES, type EventType, isOperational, SUBSCRIBABLE_TYPES } from "../../events/catalog";
import {
  WEBHOOK_API_VERSION_V1,
  WEBHOOK_API_VERSION_V2,
  WEBHOOK_ATTEMPT_TIMEOUT_MS,
  WEBHOOK_PREVIEW_MAX_BYTES,
} from "../../platform/limits";
import type { ApiVersion } from "../delivery/payload";

const UNKNOWN_EVENT = `is no event that is sent. Choose of: ${SUBSCRIBABLE_TYPES.join(", ")}`;

const Events = z
  .array(z.string().refine((type) => (SUBSCRIBABLE_TYPES as readonly string[]).includes(type), UNKNOWN_EVENT))
  .min(1, "names no event")
  .transform((events): EventType[] => SUBSCRIBABLE_TYPES.filter((type) => events.includes(type)));

export const StartListener = z
  .strictObject({
    roomId: z.string(),
    events: Events.default([...EMITTED_TYPES]),
    apiVersion: z.enum([WEBHOOK_API_VERSION_V1, WEBHOOK_API_VERSION_V2]).default(WEBHOOK_API_VERSION_V2),
    standardHeaders: z.boolean().default(false),
  })
  .refine(({ apiVersion, events }) => apiVersion === WEBHOOK_API_VERSION_V2 || !events.some(isOperational), {
    path: ["events"],
    error: "holds an operational event, which exists in v2 alone",
  });
export type StartListener = z.output<typeof StartListener>;

export interface StartedListener {
  id: string;
  /** A session keeps its secret in a room, so that the receiver keeps its configuration. */
  secret: string;
  roomId: string;
  roomName: string;
  events: readonly string[];
  apiVersion: ApiVersion;
  standardHeaders: boolean;
  isResumed: boolean;
  held: number;
}

export const ListenerAnswer = z
  .strictObject({
    statusCode: z.int().min(100).max(599).nullable(),
    error: z.enum(["timeout", "connection_failed", "tls_failed"]).nullable().default(null),
    durationMs: z
      .int()
      .min(0)
      .max(10 * WEBHOOK_ATTEMPT_TIMEOUT_MS),
    /** The text is cut here, because a character may need more bytes than its command line counted. */
    preview: z
      .string()
      .max(WEBHOOK_PREVIEW_MAX_BYTES)
      .transform((text) => text.replaceAll("\u0000", "\ufffd"))
      .nullable()
      .default(null),
  })
  .refine(({ statusCode, error }) => (statusCode === null) !== (error === null), "either a status code or an error");
export type ListenerAnswer = z.output<typeof ListenerAnswer>;

export interface ListenerRequest {
  deliveryId: string;
  attempt: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export type StreamEnd = "gone" | "replaced" | "ended" | "silent" | "closing";

export const LISTENER_STATES = ["connected", "held"] as const;
export type ListenerState = (typeof LISTENER_STATES)[number];

export function readListenerState({ streamUntil }: { streamUntil: Date | null }, now: Date): ListenerState {
  return streamUntil !== null && streamUntil > now ? "connected" : "held";
}
