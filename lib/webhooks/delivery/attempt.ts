import { randomUUID } from "node:crypto";
import { query } from "../../db/transaction";
import type { PostResult } from "../../egress/send";
import type { EventFacts } from "../../events/event";
import { now } from "../../platform/clock";
import { LISTENER_WINDOW } from "../../platform/command-line-limits";
import { newIdAt } from "../../platform/ids";
import { limitMonthlyUnits, UNITS, WEBHOOK_API_VERSION_V1, WEBHOOK_ATTEMPT_TIMEOUT_MS } from "../../platform/limits";
import { maskSecrets } from "../../platform/mask-secrets";
import { endReservation } from "../../usage/end-reservations";
import { reserveUnits } from "../../usage/reserve";
import type { ListenerRequest } from "../listeners/listener";
import { FIND_STREAM } from "../listeners/listeners.sql";
import { awaitReply, findHeldStream, notifyStream } from "../listeners/streams";
import { openHeaders } from "../settings/sealed-headers";
import { openSigningKey } from "../signing/open-signing-key";
import { chooseSecrets } from "../signing/secret";
import type { ClaimedDelivery } from "./claim";
import { webhookClient } from "./client";
import { type FinishedAttempt, finishAttempt } from "./finish-attempt";
import { buildHeaders } from "./headers";
import { buildPayload } from "./payload";
import { type AttemptOutcome, classifyStatus, planRetry } from "./retry";

export interface AttemptOptions {
  /** §8: a redelivery through /v1 is paid by its call. */
  isPaid?: boolean;
  isAwaited?: boolean;
  isCanary?: boolean;
}

export async function makeAttempt(
  delivery: ClaimedDelivery,
  options: AttemptOptions = {},
): Promise<FinishedAttempt | null> {
  const { eventId, eventType, apiVersion, id: deliveryId } = delivery;
  const payload = buildPayload(apiVersion, readEvent(delivery), deliveryId);
  const isAwaited = options.isAwaited ?? false;
  const refuse = (unsent: UnsentReason) => {
    const unsentRequest = {
      deliveredAt: now(),
      payload,
      requestHeaders: {},
      reservationId: null,
      payerId: null,
      isAwaited,
    };
    return finishAttempt(describeAttempt(delivery, unsentRequest, { unsent }));
  };
  const material = openMaterial(delivery);
  if (!material) return refuse("secret_unreadable");
  const reservationId = options.isPaid ? null : await reserveUnit(delivery);
  if (reservationId === undefined) return refuse("api_units_exceeded");
  const payerId = options.isPaid || reservationId !== null ? null : delivery.entityId;
  const at = now();
  const body = Buffer.from(payload);
  const { customHeaders, next } = material;
  const isCanary = options.isCanary && next !== null;
  const secrets = isCanary ? ([next] as const) : chooseSecrets(material, delivery.rotationEndsAt, at);
  const traceId = delivery.traceId ?? deliveryId;
  const { standardHeaders } = delivery;
  const facts = { apiVersion, eventId, eventType, deliveryId, body, secrets, customHeaders, standardHeaders, traceId };
  const headers = buildHeaders({ now: at, ...facts });
  const result = await send(delivery, headers, body);
  if (!result) {
    if (reservationId !== null) await endReservation(reservationId);
    return null;
  }
  const requestHeaders = maskCustom(headers, customHeaders);
  const sent = { deliveredAt: at, payload, requestHeaders, reservationId, payerId, isAwaited };
  return finishAttempt(describeAttempt(delivery, sent, result));
}

/** Returns null when no unit has to be reserved, undefined when none is left. */
async function reserveUnit(delivery: ClaimedDelivery): Promise<string | null | undefined> {
  if (limitMonthlyUnits(delivery) === null) return null;
  return (await reserveUnits(delivery, UNITS.webhookDelivery)).reservation?.id;
}

function send(
  { url, webhookId, id: deliveryId, attempt }: ClaimedDelivery,
  headers: Record<string, string>,
  body: Buffer,
): Promise<PostResult | null> {
  if (url !== null) return webhookClient().post({ url, headers, body });
  return sendToListener(webhookId, { deliveryId, attempt, headers, body: body.toString() });
}

/** Returns null when nothing was attempted: there is no stream, or it ended before an answer. */
async function sendToListener(webhookId: string, request: ListenerRequest): Promise<PostResult | null> {
  const held = findHeldStream(webhookId);
  if (held) return held.stream.send(request);
  const [found] = await query(FIND_STREAM, { webhookId, now: now() });
  const streamId = found?.streamId;
  if (!streamId) return null;
  const replyTo = randomUUID();
  const waitMs = (LISTENER_WINDOW + 1) * WEBHOOK_ATTEMPT_TIMEOUT_MS;
  return awaitReply(replyTo, waitMs, () => notifyStream({ kind: "send", streamId, request, replyTo }));
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

function openMaterial({ webhookId, currentSecret, nextSecret, sealedHeaders }: ClaimedDelivery) {
  const current = openSigningKey(webhookId, currentSecret);
  const next = nextSecret === null ? null : openSigningKey(webhookId, nextSecret);
  const customHeaders = openHeaders(webhookId, sealedHeaders);
  if (current === null || customHeaders === null || (nextSecret !== null && next === null)) return null;
  return { current, next, customHeaders };
}

type AttemptRequest = Pick<
  FinishedAttempt,
  "deliveredAt" | "payload" | "requestHeaders" | "reservationId" | "payerId" | "isAwaited"
>;
type UnsentReason = "api_units_exceeded" | "secret_unreadable";

/** An unsent attempt is final, and can be redelivered later. */
function describeAttempt(
  delivery: ClaimedDelivery,
  { deliveredAt, payload, requestHeaders, reservationId, payerId, isAwaited }: AttemptRequest,
  result: PostResult | { unsent: UnsentReason },
): FinishedAttempt {
  const isSent = !("unsent" in result);
  const outcome = isSent ? classifyResult(result) : { statusCode: null, error: result.unsent };
  const at = now();
  const nextRetryAt = planRetry(outcome, delivery.attempt, delivery.isSingle, at);
  // Spreading would cost more than the signature.
  return {
    id: newIdAt("whd", at),
    webhookId: delivery.webhookId,
    deliveryId: delivery.id,
    event: delivery.eventType,
    // §2: a v1 row names no event id.
    eventId: delivery.apiVersion === WEBHOOK_API_VERSION_V1 ? null : delivery.eventId,
    isTest: delivery.isTest,
    success: outcome.error === null,
    statusCode: outcome.statusCode,
    error: outcome.error,
    attempt: delivery.attempt,
    durationMs: isSent ? result.durationMs : null,
    deliveredAt,
    nextRetryAt,
    finalizedAt: nextRetryAt === null ? at : null,
    payload,
    requestHeaders,
    responsePreview: isSent && result.failure === null ? result.preview : null,
    attempts: isSent ? delivery.attempt : delivery.attempt - 1,
    lease: delivery.lease,
    reservationId,
    payerId,
    isAwaited,
    isNeutral: delivery.isTest || !isSent,
  };
}

function classifyResult({ failure, statusCode }: PostResult): AttemptOutcome {
  return failure === null ? { statusCode, error: classifyStatus(statusCode) } : { statusCode: null, error: failure };
}

function maskCustom(sent: Record<string, string>, custom: Readonly<Record<string, string>>): Record<string, string> {
  if (Object.keys(custom).length === 0) return sent;
  const shown = new Set(["content-type", "user-agent"]);
  const show = (header: string, value: string) => (shown.has(header.toLowerCase()) ? maskSecrets(value) : "[hidden]");
  return Object.fromEntries(
    Object.entries(sent).map(([header, value]) => [header, header in custom ? show(header, value) : value]),
  );
}
