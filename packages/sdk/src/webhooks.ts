import { SvcWebhookError } from "./errors.js";
import type { WebhookEvent, WebhookEventV1, WebhookEventV2 } from "./generated/webhooks.js";

export interface UnwrapOptions {
  /** §6: 300 seconds on either side of this clock. */
  toleranceSeconds?: number;
  now?: () => number;
}

type HeaderSource = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A verified delivery. */
export interface Delivery {
  event: WebhookEvent;
  /** The event's id, equal for every webhook and every attempt. */
  eventId: string;
  /** Equal for the automatic retries of one delivery, new on a redelivery: the key to deduplicate by. */
  deliveryId: string;
}

const encoder = new TextEncoder();

/**
 * Verifies a delivery and returns its event. `body` is the request's body as it arrived, never parsed and written again.
 * `secrets` are those that the webhook has: two while a rotation runs.
 */
export async function unwrap(
  body: string | Uint8Array | ArrayBuffer,
  headers: HeaderSource,
  secrets: string | readonly string[],
  options: UnwrapOptions = {},
): Promise<Delivery> {
  const timestamp = readHeader(headers, "svc-webhook-timestamp");
  const signatures = readHeader(headers, "svc-webhook-signature").split(",");
  const { toleranceSeconds = 300, now = Date.now } = options;
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now() / 1000 - Number(timestamp)) > toleranceSeconds) {
    throw new SvcWebhookError(
      "timestamp_out_of_range",
      `Svc-Webhook-Timestamp is not within ${toleranceSeconds} seconds of this clock: an old delivery, or a wrong clock`,
    );
  }
  const bytes = typeof body === "string" ? encoder.encode(body) : new Uint8Array(body);
  if (!(await isSigned(timestamp, bytes, signatures, typeof secrets === "string" ? [secrets] : secrets))) {
    throw new SvcWebhookError(
      "no_matching_signature",
      "No signature was made with one of the secrets over this body: a wrong secret, or a body that was changed on its way",
    );
  }
  return {
    event: parseEvent(bytes),
    eventId: readHeader(headers, "svc-webhook-id"),
    deliveryId: readHeader(headers, "svc-webhook-delivery"),
  };
}

/** The two headers that sign a body, as the service makes them: for tests of a receiver. */
export async function sign(body: string, secret: string, now: () => number = Date.now) {
  const timestamp = Math.floor(now() / 1000).toString();
  const key = await importKey(secret, "sign");
  const signature = new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(`${timestamp}.${body}`)));
  const hex = Array.from(signature, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { "svc-webhook-timestamp": timestamp, "svc-webhook-signature": `v1=${hex}` };
}

function importKey(secret: string, use: "sign" | "verify"): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", encoder.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [use]);
}

/** Tells the two bodies apart: only v2 names its version. */
export function isV2(event: WebhookEvent): event is WebhookEventV2 {
  return "apiVersion" in event;
}

export function isV1(event: WebhookEvent): event is WebhookEventV1 {
  return !isV2(event);
}

async function isSigned(
  timestamp: string,
  body: Uint8Array,
  signatures: readonly string[],
  secrets: readonly string[],
): Promise<boolean> {
  const prefix = encoder.encode(`${timestamp}.`);
  const signed = new Uint8Array(prefix.length + body.length);
  signed.set(prefix);
  signed.set(body, prefix.length);
  for (const secret of secrets) {
    const key = await importKey(secret, "verify");
    for (const signature of signatures) {
      const hex = /^v1=([0-9a-f]{64})$/.exec(signature.trim())?.[1];
      // `verify` compares in constant time.
      if (hex !== undefined && (await crypto.subtle.verify("HMAC", key, decodeHex(hex), signed))) return true;
    }
  }
  return false;
}

function decodeHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function parseEvent(body: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body)) as WebhookEvent;
  } catch (cause) {
    throw new SvcWebhookError("malformed_body", `The signed body is not JSON: ${String(cause)}`);
  }
}

function readHeader(headers: HeaderSource, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const text = typeof value === "object" ? value?.[0] : value;
  if (!text)
    throw new SvcWebhookError("missing_header", `The header ${name} is missing: not a delivery of this service`);
  return text;
}
