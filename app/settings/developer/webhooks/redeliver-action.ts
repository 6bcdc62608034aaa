"use server";

import { refresh } from "next/cache";
import { statefulAction } from "@/app/_ui/define-action";
import { readField } from "@/app/_ui/read-field";
import { requireSession } from "@/lib/accounts/session";
import type { WebhookDelivery } from "@/lib/webhooks/delivery";
import { presentAttempt } from "@/lib/webhooks/delivery";
import { openWebhook } from "@/lib/webhooks/open-webhook";
import { openAttempt, PayloadUnreadable, redeliver } from "@/lib/webhooks/redeliver";
import { pathOf } from "./paths";
import { DELIVERY_LIMIT, type Reason, readWebhookProblems } from "./problems";

export type RedeliverState =
  | { kind: "idle" }
  | { kind: "refused"; reason: Reason }
  | { kind: "sent"; delivery: WebhookDelivery };

export const redeliverOne = statefulAction<RedeliverState>(async (form) => {
  const [webhookId, attemptId] = [readField(form, "webhookId"), readField(form, "attemptId")];
  const { user } = await requireSession(pathOf(webhookId, "/deliveries"));
  try {
    const attempt = await openAttempt(await openWebhook(user.id, webhookId), attemptId);
    const delivery = presentAttempt(await redeliver(attempt, { isPaid: false }));
    refresh();
    return { kind: "sent", delivery };
  } catch (error) {
    if (error instanceof PayloadUnreadable) return { kind: "refused", reason: "payload_unreadable" };
    const [problem] = readWebhookProblems(error, {
      ...DELIVERY_LIMIT,
      not_found: { field: "", reason: "attempt_gone" },
    });
    return { kind: "refused", reason: problem?.reason ?? "attempt_gone" };
  }
});
