import { randomUUID } from "node:crypto";
import type { EventType } from "../../lib/events/catalog";
import type { EventFacts } from "../../lib/events/event";
import { newEventId } from "../../lib/platform/ids";
import { WEBHOOK_API_VERSION_V1, WEBHOOK_API_VERSION_V2 } from "../../lib/platform/limits";
import { buildHeaders } from "../../lib/webhooks/delivery/headers";
import { type ApiVersion, buildPayload } from "../../lib/webhooks/delivery/payload";
import { type AttemptOutcome, classifyStatus, planRetry } from "../../lib/webhooks/delivery/retry";
import { buildSampleEvent } from "../../lib/webhooks/settings/sample";
import type { Manifest } from "./manifest";
import { daysBefore, idAt } from "./moment";
import type { People, Tx } from "./people";

interface Past {
  webhook: Manifest["webhooks"]["v1"];
  apiVersion: ApiVersion;
  type: EventType;
  at: Date;
  /** The receiver's status of each attempt; none: the webhook was inactive, and the delivery is paused. */
  statuses: readonly number[];
}

/** Some days of a webhook's life, by the rules of the engine. */
export async function seedDeliveries(tx: Tx, at: Date, people: People, webhooks: Manifest["webhooks"]): Promise<void> {
  const { v1, v2, inactive } = webhooks;
  const [old, current] = [WEBHOOK_API_VERSION_V1, WEBHOOK_API_VERSION_V2] as const;
  const past: Past[] = [
    { webhook: inactive, apiVersion: current, type: "record.created", at: daysBefore(at, 2), statuses: [] },
    { webhook: inactive, apiVersion: current, type: "record.updated", at: daysBefore(at, 1), statuses: [] },
    { webhook: v1, apiVersion: old, type: "record.created", at: daysBefore(at, 1, 30), statuses: [200] },
    { webhook: v2, apiVersion: current, type: "message.created", at: daysBefore(at, 1, 40), statuses: [404] },
    {
      webhook: v2,
      apiVersion: current,
      type: "task.created",
      at: daysBefore(at, 1, 600),
      statuses: [503, 503, 503, 503],
    },
    { webhook: v2, apiVersion: current, type: "task.updated", at: daysBefore(at, 1, 900), statuses: [503, 200] },
    { webhook: v1, apiVersion: old, type: "approval.requested", at: daysBefore(at, 1, 1_000), statuses: [200] },
    { webhook: v2, apiVersion: current, type: "file.uploaded", at: daysBefore(at, 1, 1_200), statuses: [204] },
    { webhook: v2, apiVersion: current, type: "message.created", at: daysBefore(at, 1, 1_380), statuses: [200] },
  ];
  for (const entry of past) await seedDelivery(tx, entry, people);
  const lastSuccessAt = daysBefore(at, 1, 1_380);
  await tx.webhook.update({ where: { id: v2.id }, data: { lastSuccessAt } });
  await tx.webhook.update({ where: { id: v1.id }, data: { lastSuccessAt: daysBefore(at, 1, 1_000) } });
}

async function seedDelivery(tx: Tx, past: Past, { organizations, billing }: People): Promise<void> {
  const { webhook, type, at, statuses } = past;
  const event = buildSampleEvent(type, newEventId(), at, {
    roomId: webhook.roomId,
    organizationId: organizations.acme.id,
  });
  const { v1Data, ...facts } = event;
  await tx.event.create({ data: { ...facts, ...(v1Data ? { v1Data } : {}) } });
  const { objectType, objectId } = event;
  const copy = { eventType: type, eventAt: at, objectType, objectId, ...(v1Data ? { v1Data } : {}) };
  const id = randomUUID();
  const last = statuses.at(-1);
  const state = last === undefined ? "HELD" : classifyStatus(last) === null ? "SUCCEEDED" : "FAILED";
  await tx.delivery.create({
    data: {
      id,
      webhookId: webhook.id,
      eventId: event.id,
      ...copy,
      billingEntityId: billing.acme,
      state,
      attempts: statuses.length,
      createdAt: at,
    },
  });
  let attemptAt = at;
  for (const [n, statusCode] of statuses.entries()) {
    const next = await seedAttempt(tx, past, event, { id, attempt: n + 1, statusCode, at: attemptAt });
    attemptAt = next ?? attemptAt;
  }
}

async function seedAttempt(
  tx: Tx,
  { webhook, apiVersion }: Past,
  event: EventFacts,
  { id, attempt, statusCode, at }: { id: string; attempt: number; statusCode: number; at: Date },
): Promise<Date | null> {
  const error = classifyStatus(statusCode);
  const outcome: AttemptOutcome = error === null ? { statusCode, error } : { statusCode, error };
  const nextRetryAt = error === null ? null : planRetry(outcome, attempt, false, at);
  const payload = buildPayload(apiVersion, event, id);
  const requestHeaders = buildHeaders({
    apiVersion,
    eventId: event.id,
    eventType: event.type,
    deliveryId: id,
    body: Buffer.from(payload),
    secrets: [webhook.secret],
    customHeaders: {},
    standardHeaders: false,
    now: at,
  });
  await tx.deliveryAttempt.create({
    data: {
      id: idAt("whd", at),
      webhookId: webhook.id,
      deliveryId: id,
      event: event.type,
      eventId: apiVersion === WEBHOOK_API_VERSION_V1 ? null : event.id,
      success: error === null,
      ...outcome,
      attempt,
      durationMs: 40 + (((at.getTime() / 1000) % 90) | 0),
      deliveredAt: at,
      nextRetryAt,
      finalizedAt: nextRetryAt === null ? at : null,
      payload,
      requestHeaders,
      responsePreview: error === null ? "ok" : null,
    },
  });
  return nextRetryAt;
}
