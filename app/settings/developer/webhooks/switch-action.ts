"use server";

import { redirect } from "next/navigation";
import { statefulAction } from "@/app/_ui/define-action";
import { readField } from "@/app/_ui/read-field";
import { requireSession } from "@/lib/accounts/session";
import { limitPersonWrites } from "@/lib/usage/limit-burst";
import { activateWebhook, deactivateWebhook } from "@/lib/webhooks/activate";
import { openWebhook } from "@/lib/webhooks/open-webhook";
import { pathOf } from "./paths";
import { readWebhookProblems, type WebhookProblem } from "./problems";

export type SwitchState = { kind: "idle" } | { kind: "refused"; problems: WebhookProblem[] };

/** Only within this webhook's own pages, wherever the form says that it was. */
const WAYS_BACK = ["", "/edit", "/redeliver"];

export const switchWebhook = statefulAction<SwitchState>(async (form) => {
  const webhookId = readField(form, "webhookId");
  const { user } = await requireSession(pathOf(webhookId));
  const isActive = form.get("isActive") === "true";
  try {
    await limitPersonWrites(user.id);
    const access = await openWebhook(user.id, webhookId);
    await (isActive ? activateWebhook(access) : deactivateWebhook(access));
  } catch (error) {
    return { kind: "refused", problems: readWebhookProblems(error) };
  }
  const rest = WAYS_BACK.find((way) => way === readField(form, "returnTo")) ?? "";
  redirect(pathOf(webhookId, `${rest}?switched=${isActive ? "on" : "off"}`));
});
