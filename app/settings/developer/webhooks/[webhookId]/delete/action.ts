"use server";

import { redirect } from "next/navigation";
import { statefulAction } from "@/app/_ui/define-action";
import { readField } from "@/app/_ui/read-field";
import { requireSession } from "@/lib/accounts/session";
import { limitPersonWrites } from "@/lib/usage/limit-burst";
import { deleteWebhook } from "@/lib/webhooks/delete";
import { openWebhook } from "@/lib/webhooks/open-webhook";
import { pathOf, WEBHOOKS_PATH } from "../../paths";
import { readWebhookProblems, type WebhookProblem } from "../../problems";

export type DeleteState = { kind: "idle" } | { kind: "refused"; problems: WebhookProblem[] };

export const remove = statefulAction<DeleteState>(async (form) => {
  const webhookId = readField(form, "webhookId");
  const { user } = await requireSession(pathOf(webhookId, "/delete"));
  try {
    await limitPersonWrites(user.id);
    await deleteWebhook(await openWebhook(user.id, webhookId), readField(form, "confirmation"));
  } catch (error) {
    return { kind: "refused", problems: readWebhookProblems(error) };
  }
  redirect(`${WEBHOOKS_PATH}?deleted=1`);
});
