import { recordAct } from "../audit/record-act";
import { now } from "../platform/clock";
import { encrypt } from "../platform/crypto";
import { database, type Executor, transaction } from "../platform/db";
import { invalid, notFound } from "../platform/errors";
import { WEBHOOK_ROTATION_DEFAULT_DAYS } from "../platform/limits";
import { secretPlace } from "../platform/sealed-places";
import type { WebhookAccess } from "./open-webhook";
import { createWebhookSecret } from "./secret";
import { planRotationEnd } from "./webhook";

/** The next secret takes the place of the current one, which is gone. $1: null for all whose end has come by $2. */
const PROMOTE = `
  WITH ended AS (
    UPDATE webhooks SET rotation_started_at = NULL, rotation_ends_at = NULL, updated_at = $2
    WHERE rotation_ends_at IS NOT NULL AND (CASE WHEN $1::text IS NULL THEN rotation_ends_at <= $2 ELSE id = $1 END)
    RETURNING id
  ), promoted AS (
    DELETE FROM webhook_secrets s USING ended e WHERE s.webhook_id = e.id AND s.role = 'NEXT'
    RETURNING s.webhook_id, s.ciphertext, s.created_at
  )
  UPDATE webhook_secrets s SET ciphertext = p.ciphertext, created_at = p.created_at
  FROM promoted p WHERE s.webhook_id = p.webhook_id AND s.role = 'CURRENT' RETURNING s.webhook_id`;

function promote(on: Executor, webhookId: string | null): Promise<unknown[]> {
  return on.sql("promote_next_secret", PROMOTE, [webhookId, now()]);
}

export interface StartedRotation {
  /** Shown once; the receiver accepts it beside the current one from now on. */
  nextSecret: string;
  endsAt: Date;
}

/** §3: 7 days by default, 90 at most. validation_error `rotation_running` while one is under way. */
export function startRotation(
  access: WebhookAccess,
  days: number = WEBHOOK_ROTATION_DEFAULT_DAYS,
): Promise<StartedRotation> {
  const { webhookId } = access;
  const nextSecret = createWebhookSecret();
  return transaction(async (tx) => {
    const at = now();
    const endsAt = planRotationEnd(days, at);
    const [row] = await tx.sql<{ endsAt: Date | null }>(
      "lock_rotation",
      `SELECT rotation_ends_at AS "endsAt" FROM webhooks WHERE id = $1 FOR UPDATE`,
      [webhookId],
    );
    if (!row) throw notFound();
    if (row.endsAt && row.endsAt > at) throw invalid([{ path: "", message: "rotation_running" }]);
    // The clock has ended it already; only the rows do not say so yet.
    if (row.endsAt) await promote(tx, webhookId);
    await tx.sql(
      "start_rotation",
      "UPDATE webhooks SET rotation_started_at = $2, rotation_ends_at = $3, updated_at = $2 WHERE id = $1",
      [webhookId, at, endsAt],
    );
    await tx.sql(
      "keep_next_secret",
      "INSERT INTO webhook_secrets (webhook_id, role, ciphertext, created_at) VALUES ($1, 'NEXT', $2, $3)",
      [webhookId, encrypt(nextSecret, secretPlace(webhookId)), at],
    );
    recordAct(tx, { name: "webhook.start_rotation", ...describeAct(access) });
    return { nextSecret, endsAt };
  });
}

/** The old secret is invalid from now on. Without a rotation nothing changes. */
export async function finishRotation(access: WebhookAccess): Promise<void> {
  await transaction(async (tx) => {
    const promoted = await promote(tx, access.webhookId);
    if (promoted.length > 0) recordAct(tx, { name: "webhook.finish_rotation", ...describeAct(access) });
  });
}

function describeAct({ webhookId, room }: WebhookAccess) {
  const { roomId, userId, billing } = room;
  return { userId, resourceId: webhookId, scope: { billingEntityId: billing.entityId }, details: { roomId } };
}

/** Tidies up what the clock has ended; what signs is decided without it. */
export async function finishEndedRotations(): Promise<number> {
  return (await promote(database, null)).length;
}
