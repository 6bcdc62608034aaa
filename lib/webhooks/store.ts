import { recordAct } from "../audit/act-store";
import type { TargetProblem } from "../egress/target";
import { now } from "../platform/clock";
import { decrypt, encrypt } from "../platform/crypto";
import { sql, transaction } from "../platform/db";
import { invalid, notFound } from "../platform/errors";
import { newId } from "../platform/ids";
import { WEBHOOK_API_VERSION_V1, WEBHOOK_API_VERSION_V2, WEBHOOKS_PER_ROOM_MAX } from "../platform/limits";
import { headerPlace, secretPlace } from "../platform/sealed-places";
import type { WebhookAccess, WebhookRoomAccess } from "./access-store";
import { webhookClient } from "./client-store";
import { holdWaiting } from "./hold-store";
import type { ApiVersion } from "./payload";
import { createWebhookSecret } from "./secret";
import {
  checkWebhook,
  type DisabledReason,
  type RegisterWebhook,
  readFailureNotice,
  readSunset,
  type WebhookFacts,
} from "./webhook";

export interface Webhook {
  id: string;
  roomId: string;
  roomName: string;
  name: string;
  url: string;
  events: string[];
  isActive: boolean;
  apiVersion: ApiVersion;
  /** Values may be secrets of the receiver: for those who manage the webhook alone. */
  customHeaders: Record<string, string>;
  createdById: string | null;
  createdByName: string | null;
  createdAt: Date;
  updatedAt: Date;
  disabledAt: Date | null;
  disabledReason: DisabledReason | null;
  consecutiveFailures: number;
  /** 5, 10 or 15 final failures in a row were reached. */
  failureNotice: number | null;
  lastSuccessAt: Date | null;
  /** null: none, or one whose end has come. */
  rotation: { startedAt: Date; endsAt: Date } | null;
  /** v1 only: when its legacy headers end. */
  sunsetAt: Date | null;
}

interface WebhookRow extends Omit<Webhook, "customHeaders" | "failureNotice" | "rotation" | "sunsetAt"> {
  sealedHeaders: Record<string, string>;
  rotationStartedAt: Date | null;
  rotationEndsAt: Date | null;
}

const SELECT = `
  SELECT w.id, w.room_id AS "roomId", r.name AS "roomName", w.name, w.url, w.events, w.is_active AS "isActive",
         w.api_version AS "apiVersion", w.custom_headers AS "sealedHeaders", w.created_by_id AS "createdById",
         u.name AS "createdByName", w.created_at AS "createdAt", w.updated_at AS "updatedAt",
         w.disabled_at AS "disabledAt", w.disabled_reason AS "disabledReason",
         w.consecutive_failures AS "consecutiveFailures", w.last_success_at AS "lastSuccessAt",
         w.rotation_started_at AS "rotationStartedAt", w.rotation_ends_at AS "rotationEndsAt"
  FROM webhooks w JOIN rooms r ON r.id = w.room_id LEFT JOIN users u ON u.id = w.created_by_id`;

function present({ sealedHeaders, rotationStartedAt, rotationEndsAt, ...row }: WebhookRow): Webhook {
  const at = now();
  const isRotating = rotationStartedAt !== null && rotationEndsAt !== null && rotationEndsAt > at;
  return {
    ...row,
    customHeaders: openHeaders(row.id, sealedHeaders) ?? blankHeaders(sealedHeaders),
    failureNotice: readFailureNotice(row.consecutiveFailures),
    rotation: isRotating ? { startedAt: rotationStartedAt, endsAt: rotationEndsAt } : null,
    sunsetAt: readSunset(row.apiVersion, at),
  };
}

/** Names stay readable, values are sealed: they are how the service signs in at a receiver. */
export function sealHeaders(webhookId: string, headers: Readonly<Record<string, string>>): string {
  const sealed = Object.entries(headers).map(([name, value]) => [name, encrypt(value, headerPlace(webhookId, name))]);
  return JSON.stringify(Object.fromEntries(sealed));
}

/** null: one of them does not open. */
export function openHeaders(
  webhookId: string,
  sealed: Readonly<Record<string, string>>,
): Record<string, string> | null {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(sealed)) {
    const opened = decrypt(value, headerPlace(webhookId, name));
    if (opened === null) return null;
    headers[name] = opened;
  }
  return headers;
}

/** For a form: values that do not open are entered again. */
function blankHeaders(sealed: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.keys(sealed).map((name) => [name, ""]));
}

/** All webhooks of these rooms, newest first. */
export async function listWebhooks(rooms: readonly WebhookRoomAccess[]): Promise<Webhook[]> {
  const ids = rooms.map(({ roomId }) => roomId);
  const rows = await sql<WebhookRow>("list_webhooks", `${SELECT} WHERE w.room_id = ANY($1) ORDER BY w.id DESC`, [ids]);
  return rows.map(present);
}

export async function readWebhook({ webhookId }: WebhookAccess): Promise<Webhook> {
  const [row] = await sql<WebhookRow>("read_webhook", `${SELECT} WHERE w.id = $1`, [webhookId]);
  if (!row) throw notFound();
  return present(row);
}

/** Whether the address could be a target, without keeping anything: for a form that checks as one types. null: yes. */
export async function findUrlProblem(url: string): Promise<TargetProblem | null> {
  const { problem } = await webhookClient().check(url.trim());
  return problem;
}

async function checkFacts(input: RegisterWebhook): Promise<WebhookFacts> {
  const facts = checkWebhook(input);
  const problem = await findUrlProblem(facts.url);
  if (problem) throw invalid([{ path: "url", message: problem }]);
  // As it is connected to: 0x7f.1 and 127.0.0.1 are one target, and read as one.
  return { ...facts, url: new URL(facts.url).href };
}

export interface RegisteredWebhook {
  id: string;
  /** Shown once; kept sealed. */
  secret: string;
}

/** New ones are v2 (§6). Throws validation_error whose issues name name, url, events or customHeaders.<name>. */
export async function registerWebhook(room: WebhookRoomAccess, input: RegisterWebhook): Promise<RegisteredWebhook> {
  const facts = await checkFacts(input);
  const secret = createWebhookSecret();
  const id = newId("wh");
  return transaction(async (tx) => {
    const inserted = await tx.sql("register_webhook", REGISTER, [
      id,
      room.roomId,
      facts.name,
      facts.url,
      facts.events,
      WEBHOOK_API_VERSION_V2,
      sealHeaders(id, facts.customHeaders),
      room.userId,
      now(),
      WEBHOOKS_PER_ROOM_MAX,
      encrypt(secret, secretPlace(id)),
    ]);
    if (inserted.length === 0) throw invalid([{ path: "", message: "webhooks_too_many" }]);
    recordAct(tx, { name: "webhook.create", ...describeAct(room, id, facts) });
    return { id, secret };
  });
}

/** Of the URL the host alone: its path and query may hold a secret of the receiver. */
function describeAct(
  { roomId, userId, billing }: WebhookRoomAccess,
  webhookId: string,
  facts?: Pick<WebhookFacts, "url" | "events">,
) {
  const target = facts ? { host: new URL(facts.url).host, events: facts.events } : {};
  const scope = { billingEntityId: billing.entityId };
  return { userId, resourceId: webhookId, scope, details: { roomId, ...target } };
}

const REGISTER = `
  WITH made AS (
    INSERT INTO webhooks (id, room_id, name, url, events, api_version, custom_headers, created_by_id, created_at, updated_at)
    SELECT $1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, $9
    WHERE (SELECT count(*) FROM webhooks WHERE room_id = $2) < $10 RETURNING id
  )
  INSERT INTO webhook_secrets (webhook_id, role, ciphertext, created_at)
  SELECT id, 'CURRENT', $11, $9 FROM made RETURNING webhook_id`;

export async function updateWebhook({ webhookId, room }: WebhookAccess, input: RegisterWebhook): Promise<void> {
  const { name, url, events, customHeaders } = await checkFacts(input);
  await transaction(async (tx) => {
    const updated = await tx.sql(
      "update_webhook",
      `UPDATE webhooks SET name = $2, url = $3, events = $4, custom_headers = $5::jsonb, updated_at = $6
       WHERE id = $1 RETURNING id`,
      [webhookId, name, url, events, sealHeaders(webhookId, customHeaders), now()],
    );
    if (updated.length === 0) throw notFound();
    recordAct(tx, { name: "webhook.update", ...describeAct(room, webhookId, { url, events }) });
  });
}

/** Starts anew: the failures that led here are forgotten. What was kept meanwhile is recovered by `recoverHeld`. */
export async function activateWebhook({ webhookId, room }: WebhookAccess): Promise<void> {
  await transaction(async (tx) => {
    const activated = await tx.sql(
      "activate_webhook",
      `UPDATE webhooks SET is_active = true, disabled_at = NULL, disabled_reason = NULL, consecutive_failures = 0, updated_at = $2
       WHERE id = $1 AND NOT is_active RETURNING id`,
      [webhookId, now()],
    );
    if (activated.length > 0) recordAct(tx, { name: "webhook.activate", ...describeAct(room, webhookId) });
  });
}

/** What waits is kept; what is on its way right now ends as it ends. */
export async function deactivateWebhook({ webhookId, room }: WebhookAccess): Promise<void> {
  const reason: DisabledReason = "manual";
  await transaction(async (tx) => {
    const deactivated = await tx.sql(
      "deactivate_webhook",
      `UPDATE webhooks SET is_active = false, disabled_at = $2, disabled_reason = $3, updated_at = $2
       WHERE id = $1 AND is_active RETURNING id`,
      [webhookId, now(), reason],
    );
    if (deactivated.length > 0) recordAct(tx, { name: "webhook.deactivate", ...describeAct(room, webhookId) });
    await holdWaiting(tx, [webhookId]);
  });
}

/** With its deliveries and their history. `typedName` must be the webhook's name: it cannot be undone. */
export async function deleteWebhook(access: WebhookAccess, typedName: string): Promise<void> {
  const { webhookId } = access;
  const { name } = await readWebhook(access);
  if (typedName.trim() !== name) throw invalid([{ path: "confirmation", message: "confirmation_mismatch" }]);
  await transaction(async (tx) => {
    const deleted = await tx.sql("delete_webhook", "DELETE FROM webhooks WHERE id = $1 RETURNING id", [webhookId]);
    await tx.sql("delete_webhook_history", "DELETE FROM delivery_attempts WHERE webhook_id = $1", [webhookId]);
    if (deleted.length > 0) recordAct(tx, { name: "webhook.delete", ...describeAct(access.room, webhookId) });
  });
}

/** §6: the way from v1 to v2 is a new webhook with a new secret. The old one stays, until its owner turns it off. */
export async function recreateAsV2(access: WebhookAccess): Promise<RegisteredWebhook> {
  const { apiVersion, name, url, events, customHeaders } = await readWebhook(access);
  if (apiVersion !== WEBHOOK_API_VERSION_V1) throw invalid([{ path: "", message: "already_v2" }]);
  return registerWebhook(access.room, { name, url, events, customHeaders });
}
