"use server";

import { redirect } from "next/navigation";
import { statefulAction } from "@/app/_ui/define-action";
import { readField } from "@/app/_ui/read-field";
import { requireSession } from "@/lib/accounts/session";
import { limitPersonWrites } from "@/lib/usage/limit-burst";
import { openWebhook } from "@/lib/webhooks/open-webhook";
import { finishRotation, startRotation } from "@/lib/webhooks/rotate-secret";
import { pathOf } from "../../paths";
import { readWebhookProblems, type WebhookProblem } from "../../problems";

export type RotateState =
  | { kind: "idle" }
  | { kind: "refused"; problems: WebhookProblem[] }
  | { kind: "started"; nextSecret: string };

export const rotate = statefulAction<RotateState>(async (form) => {
  const webhookId = readField(form, "webhookId");
  const { user } = await requireSession(pathOf(webhookId, "/secret"));
  const days = readField(form, "days").trim();
  try {
    await limitPersonWrites(user.id);
    const access = await openWebhook(user.id, webhookId);
    const { nextSecret } = await startRotation(access, /^\d+$/.test(days) ? Number(days) : Number.NaN);
    return { kind: "started", nextSecret };
  } catch (error) {
    return { kind: "refused", problems: readWebhookProblems(error) };
  }
});

export type FinishState = { kind: "idle" } | { kind: "refused"; problems: WebhookProblem[] };

export const finish = statefulAction<FinishState>(async (form) => {
  const webhookId = readField(form, "webhookId");
  const { user } = await requireSession(pathOf(webhookId, "/secret"));
  // The browser asks for the tick; a form without one was not sent by it.
  if (form.get("isSure") !== "on") return { kind: "idle" };
  try {
    await limitPersonWrites(user.id);
    await finishRotation(await openWebhook(user.id, webhookId));
  } catch (error) {
    return { kind: "refused", problems: readWebhookProblems(error) };
  }
  redirect(pathOf(webhookId, "/secret?finished=1"));
});
