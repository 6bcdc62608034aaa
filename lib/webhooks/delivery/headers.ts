import { describeEvent, isEventType } from "../../events/catalog";
import { WEBHOOK_API_VERSION_V1, WEBHOOK_LEGACY_HEADER_SUNSET_AT } from "../../platform/limits";
import { writeTraceparent } from "../../platform/trace-context";
import { mayBeSent } from "../settings/header-name";
import { type SigningKey, signLegacy, writeSignatureHeader, writeStandardSignatures } from "../signing/signature";
import type { ApiVersion } from "./payload";

export interface SignedRequest {
  apiVersion: ApiVersion;
  eventId: string;
  eventType: string;
  deliveryId: string;
  body: Uint8Array;
  secrets: readonly [SigningKey, ...SigningKey[]];
  customHeaders: Readonly<Record<string, string>>;
  standardHeaders: boolean;
  traceId?: string;
  now: Date;
}

/** §6: the order is the rule: defaults, custom headers, then those that nobody may forge. */
export function buildHeaders(attempt: SignedRequest): Record<string, string> {
  const { apiVersion, eventId, eventType, deliveryId, body, secrets, traceId, now } = attempt;
  const timestamp = Math.floor(now.getTime() / 1000);
  const headers = mergeCustom(attempt, {
    "Content-Type": "application/json",
    "User-Agent": apiVersion === WEBHOOK_API_VERSION_V1 ? "Svc-Webhook/1.0" : "Svc-Webhook/2.0",
    ...(traceId === undefined ? {} : { traceparent: writeTraceparent(traceId) }),
  });
  return Object.assign(headers, {
    "Svc-Webhook-Id": eventId,
    "Svc-Webhook-Delivery": deliveryId,
    "Svc-Webhook-Timestamp": String(timestamp),
    "Svc-Webhook-Signature": writeSignatureHeader(secrets, timestamp, body),
    "Svc-Webhook-Type": eventType,
    "Svc-Webhook-Api-Version": apiVersion,
    ...(hasLegacyHeaders(apiVersion, eventType, now) ? buildLegacy(attempt) : {}),
    ...(attempt.standardHeaders ? buildStandard(attempt, timestamp) : {}),
  });
}

export function hasLegacyHeaders(apiVersion: ApiVersion, eventType: string, now: Date): boolean {
  return (
    apiVersion === WEBHOOK_API_VERSION_V1 &&
    now < WEBHOOK_LEGACY_HEADER_SUNSET_AT &&
    isEventType(eventType) &&
    describeEvent(eventType).inV1
  );
}

function buildLegacy({ secrets, body, eventType, deliveryId }: SignedRequest): Record<string, string> {
  return {
    // The old scheme has one signature: that of the current secret.
    "X-Webhook-Signature": signLegacy(secrets[0], body),
    "X-Webhook-Event": eventType,
    "X-Webhook-Delivery-Id": deliveryId,
    Sunset: WEBHOOK_LEGACY_HEADER_SUNSET_AT.toUTCString(),
    Deprecation: "true",
  };
}

/** Retries and redeliveries have the id of the event, so that receivers can drop duplicates. */
function buildStandard({ eventId: id, secrets, body }: SignedRequest, timestamp: number): Record<string, string> {
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": writeStandardSignatures(secrets, { id, timestamp, body }),
  };
}

function mergeCustom(
  { customHeaders, standardHeaders }: SignedRequest,
  defaults: Record<string, string>,
): Record<string, string> {
  const custom = Object.entries(customHeaders);
  if (custom.length === 0) return defaults;
  const entries = custom.filter(([name]) => mayBeSent(name, standardHeaders));
  const given = new Set(entries.map(([name]) => name.toLowerCase()));
  const kept = Object.entries(defaults).filter(([name]) => !given.has(name.toLowerCase()));
  return Object.fromEntries([...kept, ...entries]);
}
