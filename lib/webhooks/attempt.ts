import type { Exchange } from "../egress/send";
import { now } from "../platform/clock";
import { decrypt } from "../platform/crypto";
import { newId } from "../platform/ids";
import { UNITS, WEBHOOK_API_VERSION_V1 } from "../platform/limits";
import { maskSecrets } from "../platform/mask-secrets";
import { secretPlace } from "../platform/sealed-places";
import { reserveUnits } from "../usage/reserve";
import type { ClaimedDelivery } from "./claim";
import { webhookClient } from "./client";
import { type FinishedAttempt, finishAttempt } from "./finish-attempt";
import { buildHeaders } from "./headers";
import { buildPayload, type EventFacts } from "./payload";
import { type AttemptOutcome, judgeStatus, planRetry } from "./retry";
import { openHeaders } from "./sealed-headers";
import { chooseSecrets } from "./secret";

export interface AttemptOptions {
  /** The request that asked for it has paid (§8: also a redelivery call). */
  isPaid?: boolean;
  /** Signed with the next secret alone: does the receiver know it already? */
  isCanary?: boolean;
}

/** One attempt of a claimed delivery, from its unit to its history row. */
export async function makeAttempt(delivery: ClaimedDelivery, options: AttemptOptions = {}): Promise<FinishedAttempt> {
  const payload = buildPayload(delivery.apiVersion, readEvent(delivery), delivery.id);
  const material = openMaterial(delivery);
  if (!material) return keep(refuseUnsent(delivery, payload, "secret_unreadable"));
  const units = options.isPaid ? null : await reserveUnits(payerOf(delivery), UNITS.webhookDelivery);
  if (units && !units.reservation) return keep(refuseUnsent(delivery, payload, "api_units_exceeded"));
  const deliveredAt = now();
  const body = Buffer.from(payload);
  const { customHeaders } = material;
  const headers = buildHeaders({
    apiVersion: delivery.apiVersion,
    eventId: delivery.eventId,
    eventType: delivery.eventType,
    deliveryId: delivery.id,
    body,
    secrets: pickSecrets(material, delivery.rotationEndsAt, deliveredAt, options.isCanary ?? false),
    customHeaders,
    now: deliveredAt,
  });
  const exchange = await webhookClient().post({ url: delivery.url, headers, body });
  const requestHeaders = maskCustom(headers, customHeaders);
  const reservationId = units?.reservation?.id ?? null;
  return keep(judge(delivery, exchange, { deliveredAt, payload, requestHeaders, reservationId }));
}

function payerOf({ entityId, plan, seats }: ClaimedDelivery) {
  return { entityId, plan, seats };
}

function readEvent(delivery: ClaimedDelivery): EventFacts {
  const { eventId, eventType, eventCreatedAt, roomId, organizationId, objectType, objectId, v1Data } = delivery;
  return {
    id: eventId,
    type: eventType,
    createdAt: eventCreatedAt,
    roomId,
    organizationId,
    objectType,
    objectId,
    v1Data,
  };
}

/** What signs an attempt and signs it in. */
interface Material {
  current: string;
  next: string | null;
  customHeaders: Record<string, string>;
}

/** null: a value does not open in its row, so nothing is sent. */
function openMaterial({ webhookId, currentSecret, nextSecret, sealedHeaders }: ClaimedDelivery): Material | null {
  const place = secretPlace(webhookId);
  const current = decrypt(currentSecret, place);
  const next = nextSecret === null ? null : decrypt(nextSecret, place);
  const customHeaders = openHeaders(webhookId, sealedHeaders);
  if (current === null || customHeaders === null || (nextSecret !== null && next === null)) return null;
  return { current, next, customHeaders };
}

function pickSecrets(
  { current, next }: Material,
  rotationEndsAt: Date | null,
  at: Date,
  isCanary: boolean,
): readonly [string, ...string[]] {
  if (isCanary && next !== null) return [next];
  return chooseSecrets({ current, next }, rotationEndsAt, at);
}

type Sent = Pick<FinishedAttempt, "deliveredAt" | "payload" | "requestHeaders" | "reservationId">;

function judge(delivery: ClaimedDelivery, exchange: Exchange, sent: Sent): FinishedAttempt {
  const outcome: AttemptOutcome =
    exchange.failure === null
      ? { statusCode: exchange.statusCode, error: judgeStatus(exchange.statusCode) }
      : { statusCode: null, error: exchange.failure };
  const at = now();
  const success = outcome.error === null;
  const nextRetryAt = success ? null : planRetry(outcome, delivery.attempt, delivery.isSingle, at);
  // Every name in its place: a row put together from spread parts costs more than its signature.
  return {
    id: newId("whd"),
    webhookId: delivery.webhookId,
    deliveryId: delivery.id,
    event: delivery.eventType,
    eventId: readShownEventId(delivery),
    success,
    statusCode: outcome.statusCode,
    error: outcome.error,
    attempt: delivery.attempt,
    durationMs: exchange.durationMs,
    deliveredAt: sent.deliveredAt,
    nextRetryAt,
    finalizedAt: nextRetryAt === null ? at : null,
    payload: sent.payload,
    requestHeaders: sent.requestHeaders,
    responsePreview: exchange.failure === null ? exchange.preview : null,
    attempts: delivery.attempt,
    lease: delivery.lease,
    reservationId: sent.reservationId,
    isNeutral: delivery.isTest,
  };
}

/** §2: a v1 row names no event id. */
function readShownEventId({ apiVersion, eventId }: ClaimedDelivery): string | null {
  return apiVersion === WEBHOOK_API_VERSION_V1 ? null : eventId;
}

/** Without units, or without the secret, there is no attempt: a final row says so, and it can be redelivered later. */
function refuseUnsent(
  delivery: ClaimedDelivery,
  payload: string,
  error: "api_units_exceeded" | "secret_unreadable",
): FinishedAttempt {
  const at = now();
  return {
    id: newId("whd"),
    webhookId: delivery.webhookId,
    deliveryId: delivery.id,
    event: delivery.eventType,
    eventId: readShownEventId(delivery),
    success: false,
    statusCode: null,
    error,
    attempt: delivery.attempt,
    durationMs: null,
    deliveredAt: at,
    nextRetryAt: null,
    finalizedAt: at,
    payload,
    requestHeaders: {},
    responsePreview: null,
    attempts: delivery.attempt - 1,
    lease: delivery.lease,
    reservationId: null,
    isNeutral: true,
  };
}

/** The history shows what was sent, but not how the service signs in at the receiver. */
function maskCustom(sent: Record<string, string>, custom: Readonly<Record<string, string>>): Record<string, string> {
  if (Object.keys(custom).length === 0) return sent;
  const shown = new Set(["content-type", "user-agent"]);
  const show = (header: string, value: string) => (shown.has(header.toLowerCase()) ? maskSecrets(value) : "[hidden]");
  return Object.fromEntries(
    Object.entries(sent).map(([header, value]) => [header, header in custom ? show(header, value) : value]),
  );
}

/** When it cannot be written the claim lapses, and the delivery is attempted again under the same id. */
async function keep(attempt: FinishedAttempt): Promise<FinishedAttempt> {
  await finishAttempt(attempt);
  return attempt;
}
