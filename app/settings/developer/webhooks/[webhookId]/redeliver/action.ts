"use server";

import { statefulAction } from "@/app/_ui/define-action";
import { readField } from "@/app/_ui/read-field";
import { requireSession } from "@/lib/accounts/session";
import { openWebhook } from "@/lib/webhooks/open-webhook";
import { type Cost, recoverFailedDeliveries, recoverPausedDeliveries } from "@/lib/webhooks/recover";
import { pathOf } from "../../paths";
import { DELIVERY_LIMIT, readWebhookProblems, type WebhookProblem } from "../../problems";

export type BulkState =
  | { kind: "idle" }
  | { kind: "refused"; problems: WebhookProblem[] }
  | { kind: "queued"; cost: Cost };

/** As the page wrote it; a form that was tampered with asks for an empty range. */
function readInstant(form: FormData, name: string): Date {
  const text = readField(form, name);
  const at = new Date(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? text : 0);
  return Number.isNaN(at.getTime()) ? new Date(0) : at;
}

export const sendMany = statefulAction<BulkState>(async (form) => {
  const webhookId = readField(form, "webhookId");
  const { user } = await requireSession(pathOf(webhookId, "/redeliver"));
  try {
    const access = await openWebhook(user.id, webhookId);
    const range = { from: readInstant(form, "from"), to: readInstant(form, "to") };
    const cost = await (form.get("kind") === "held"
      ? recoverPausedDeliveries(access)
      : recoverFailedDeliveries(access, range));
    return { kind: "queued", cost };
  } catch (error) {
    return { kind: "refused", problems: readWebhookProblems(error, DELIVERY_LIMIT) };
  }
});
