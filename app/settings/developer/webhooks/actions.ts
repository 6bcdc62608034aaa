"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { statefulAction, valueAction } from "@/app/_ui/define-action";
import { readField } from "@/app/_ui/read-field";
import { requireSession } from "@/lib/accounts/session";
import { URL_MAX_BYTES } from "@/lib/platform/limits";
import { limitPersonWrites } from "@/lib/usage/limit-burst";
import { findUrlProblem } from "@/lib/webhooks/check-url";
import { type RegisteredWebhook, registerWebhook } from "@/lib/webhooks/create";
import { openWebhook, openWebhookRoom, openWebhookRooms } from "@/lib/webhooks/open-webhook";
import { updateWebhook } from "@/lib/webhooks/update";
import { findRowProblems, readValues, toInput, type WebhookFormValues } from "./form-values";
import { pathOf, WEBHOOKS_PATH } from "./paths";
import { REASONS, type Reason, readWebhookProblems, type WebhookProblem } from "./problems";

const TypedUrl = z.string().max(URL_MAX_BYTES);

export type WebhookFormState =
  | { kind: "idle" }
  | { kind: "invalid"; problems: WebhookProblem[]; values: WebhookFormValues }
  | { kind: "registered"; registered: RegisteredWebhook; name: string };

export const register = statefulAction<WebhookFormState>(async (form) => {
  const { user } = await requireSession(`${WEBHOOKS_PATH}/new`);
  const values = readValues(form);
  const rows = findRowProblems(values);
  if (rows.length > 0) return { kind: "invalid", problems: rows, values };
  try {
    await limitPersonWrites(user.id);
    const room = await openWebhookRoom(user.id, values.room);
    return { kind: "registered", registered: await registerWebhook(room, toInput(values)), name: values.name.trim() };
  } catch (error) {
    const problems = readWebhookProblems(error, { not_found: { field: "room", reason: "room_unknown" } });
    return { kind: "invalid", problems, values };
  }
});

export const update = statefulAction<WebhookFormState>(async (form) => {
  const webhookId = readField(form, "webhookId");
  const { user } = await requireSession(pathOf(webhookId, "/edit"));
  const values = readValues(form);
  const rows = findRowProblems(values);
  if (rows.length > 0) return { kind: "invalid", problems: rows, values };
  try {
    await limitPersonWrites(user.id);
    await updateWebhook(await openWebhook(user.id, webhookId), toInput(values));
  } catch (error) {
    return { kind: "invalid", problems: readWebhookProblems(error), values };
  }
  redirect(pathOf(webhookId, "?saved=1"));
});

/** As it is typed. Only for people who manage a room: the answer tells which names resolve. null: it could be a target. */
export const checkUrl = valueAction<typeof TypedUrl, Reason | null>(TypedUrl, "url_invalid", async (url) => {
  const { user } = await requireSession(`${WEBHOOKS_PATH}/new`);
  if ((await openWebhookRooms(user.id)).length === 0) return "url_invalid";
  const problem = await findUrlProblem(url);
  return problem === null ? null : (REASONS.find((reason) => reason === problem) ?? "url_invalid");
});
