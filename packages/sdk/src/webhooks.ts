import { SvcWebhookError } from "./errors.js";
import type { WebhookEvent } from "./generated/webhooks.js";

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
    const problem = `is not within ${toleranceSeconds} seconds of this clock: an old delivery, or a wrong clock`;
    throw new SvcWebhookError("timestamp_out_of_range", `Svc-Webhook-Timestamp ${problem}`);
  }
  const bytes = typeof body === "string" ? encoder.encode(body) : new Uint8Array(body);
  const signed = await new Blob([`${timestamp}.`, bytes]).arrayBuffer();
  if (!(await isSigned(signed, signatures, [secrets].flat()))) {
    const problem = "No signature matches. The secret is wrong, or the body was changed on its way";
    throw new SvcWebhookError("no_matching_signature", problem);
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
  const signature = await crypto.subtle.sign("HMAC", await importKey(secret), encoder.encode(`${timestamp}.${body}`));
  const hex = Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { "svc-webhook-timestamp": timestamp, "svc-webhook-signature": `v1=${hex}` };
}

const encoder = new TextEncoder();

function importKey(secret: string): Promise<CryptoKey> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign", "verify"]);
}

async function isSigned(signed: ArrayBuffer, signatures: readonly string[], secrets: readonly string[]) {
  const codes = signatures.map((signature) => /^v1=([0-9a-f]{64})$/.exec(signature.trim())?.[1]?.match(/../g) ?? []);
  const received = codes.map((pairs) => Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16)));
  // Anybody could sign with an empty secret, such as a variable that is not set.
  for (const secret of secrets.filter((each) => each !== "")) {
    const key = await importKey(secret);
    // `verify` compares in constant time.
    for (const code of received) if (await crypto.subtle.verify("HMAC", key, code, signed)) return true;
  }
  return false;
}

function parseEvent(body: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body)) as WebhookEvent;
  } catch (cause) {
    throw new SvcWebhookError("malformed_body", `The signed body is not JSON: ${String(cause)}`);
  }
}

function readHeader(headers: HeaderSource, name: string): string {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  const [text] = entries.filter(([key]) => key.toLowerCase() === name).flatMap(([, value]) => value ?? []);
  if (text) return text;
  throw new SvcWebhookError(
    "missing_header",
    `The header ${name} is missing, so this is not a delivery of this service`,
  );
}
