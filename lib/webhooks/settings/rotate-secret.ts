import { recordAction } from "../../audit/record-action";
import { query, transaction } from "../../db/transaction";
import { now } from "../../platform/clock";
import { encrypt } from "../../platform/crypto";
import { invalid, notFound } from "../../platform/errors";
import { WEBHOOK_ROTATION_DEFAULT_DAYS } from "../../platform/limits";
import { secretPlace } from "../../platform/sealed-places";
import { createWebhookSecret } from "../signing/secret";
import { describeAction, type WebhookAccess } from "./open-webhook";
import { planRotationEnd } from "./webhook";
import { LOCK_WEBHOOK, PROMOTE_ENDED_ROTATIONS, PROMOTE_NEXT_SECRET } from "./webhooks.sql";

/** §3: 7 days by default, 90 at most. */
export function startRotation({ webhookId, room }: WebhookAccess, days: number = WEBHOOK_ROTATION_DEFAULT_DAYS) {
  const nextSecret = createWebhookSecret();
  return transaction(async (tx) => {
    const at = now();
    const endsAt = planRotationEnd(days, at);
    const [webhook] = await tx.query(LOCK_WEBHOOK, { webhookId });
    if (!webhook) throw notFound();
    if (webhook.rotationEndsAt && webhook.rotationEndsAt > at)
      throw invalid([{ path: "", message: "rotation_running" }]);
    if (webhook.rotationEndsAt) await tx.query(PROMOTE_NEXT_SECRET, { now: at, webhookId });
    const ciphertext = encrypt(nextSecret, secretPlace(webhookId));
    await tx.prisma.webhook.update({
      where: { id: webhookId },
      data: {
        rotationStartedAt: at,
        rotationEndsAt: endsAt,
        updatedAt: at,
        secrets: { create: { role: "NEXT", ciphertext, createdAt: at } },
      },
      select: { id: true },
    });
    recordAction(tx, { name: "webhook.start_rotation", ...describeAction(room, webhookId) });
    return { nextSecret, endsAt };
  });
}

export async function finishRotation({ webhookId, room }: WebhookAccess): Promise<void> {
  await transaction(async (tx) => {
    const promoted = await tx.query(PROMOTE_NEXT_SECRET, { now: now(), webhookId });
    if (promoted.length > 0) recordAction(tx, { name: "webhook.finish_rotation", ...describeAction(room, webhookId) });
  });
}

/** Signing does not depend on this job: `chooseSecrets` goes by the clock. */
export async function finishEndedRotations(): Promise<number> {
  return (await query(PROMOTE_ENDED_ROTATIONS, { now: now() })).length;
}
