"use server";

import { statefulAction } from "@/app/_ui/define-action";
import { readField } from "@/app/_ui/read-field";
import { requireSession } from "@/lib/accounts/session";
import { limitPersonWrites } from "@/lib/usage/limit-burst";
import { type RegisteredWebhook, recreateAsV2 } from "@/lib/webhooks/create";
import { openWebhook } from "@/lib/webhooks/open-webhook";
import { pathOf } from "../../paths";
import { readWebhookProblems, type WebhookProblem } from "../../problems";

export type RecreateState =
  | { kind: "idle" }
  | { kind: "refused"; problems: WebhookProblem[] }
  | { kind: "recreated"; registered: RegisteredWebhook };

export const recreate = statefulAction<RecreateState>(async (form) => {
  const webhookId = readField(form, "webhookId");
  const { user } = await requireSession(pathOf(webhookId, "/recreate"));
  try {
    await limitPersonWrites(user.id);
    return { kind: "recreated", registered: await recreateAsV2(await openWebhook(user.id, webhookId)) };
  } catch (error) {
    return { kind: "refused", problems: readWebhookProblems(error) };
  }
});
