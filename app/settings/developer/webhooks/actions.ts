"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { WEBHOOKS_PATH, webhookPath } from "@/app/_links";
import { checkTypedUrl } from "@/app/_ui/form/check-typed-url";
import { keepingAction, statefulAction, valueAction } from "@/app/_ui/form/define-action";
import { type Mapping, refuse } from "@/app/_ui/form/problems";
import { readField } from "@/app/_ui/form/read-field";
import type { TypedCheck } from "@/app/_ui/form/url-field";
import { requireFreshProof } from "@/app/confirm/require-fresh-proof";
import { requireSession } from "@/lib/accounts/sessions/session";
import { invalid } from "@/lib/platform/errors";
import { URL_MAX_BYTES } from "@/lib/platform/limits";
import { limitPersonWrites } from "@/lib/usage/limit-burst";
import { endListener } from "@/lib/webhooks/listeners/end-listener";
import { activateWebhook, deactivateWebhook } from "@/lib/webhooks/settings/activate";
import { findUrlProblem } from "@/lib/webhooks/settings/check-url";
import { recreateAsV2, registerWebhook } from "@/lib/webhooks/settings/create";
import { deleteWebhook } from "@/lib/webhooks/settings/delete";
import { openWebhook, openWebhookRoom, openWebhookRooms } from "@/lib/webhooks/settings/open-webhook";
import { finishRotation, startRotation } from "@/lib/webhooks/settings/rotate-secret";
import { updateWebhook } from "@/lib/webhooks/settings/update";
import { findRowIssues, readValues, toInput, type WebhookFormValues } from "./form-values";

const TypedUrl = z.string().max(URL_MAX_BYTES);
const REFUSALS: Mapping = { byCode: { not_found: "webhook_gone", webhook_inactive: "webhook_inactive" } };
const RETURN_PATHS = ["", "/edit", "/redeliver"];

function readInput(form: FormData) {
  const values: WebhookFormValues = readValues(form);
  const issues = findRowIssues(values);
  if (issues.length > 0) throw invalid(issues);
  return { ...toInput(values), room: values.room };
}

export const register = keepingAction(
  readValues,
  async (form) => {
    const { user } = await requireSession(`${WEBHOOKS_PATH}/new`);
    const { room, ...input } = readInput(form);
    await limitPersonWrites(user.id);
    const registered = await registerWebhook(await openWebhookRoom(user.id, room), input);
    return { kind: "registered" as const, registered, name: input.name.trim() };
  },
  { byCode: { ...REFUSALS.byCode, not_found: { field: "room", reason: "room_not_managed" } } },
);

export const update = keepingAction(
  readValues,
  async (form) => {
    const webhookId = readField(form, "webhookId");
    const { user } = await requireSession(webhookPath(webhookId, "/edit"));
    const { room: _room, ...input } = readInput(form);
    await limitPersonWrites(user.id);
    await updateWebhook(await openWebhook(user.id, webhookId), input);
    redirect(webhookPath(webhookId, "?saved=1"));
  },
  REFUSALS,
);

async function openFrom(form: FormData, page = "", isProven = false) {
  const webhookId = readField(form, "webhookId");
  const session = await requireSession(webhookPath(webhookId, page));
  const { user } = session;
  await limitPersonWrites(user.id);
  if (isProven) await requireFreshProof(session, form);
  return { webhookId, access: await openWebhook(user.id, webhookId) };
}

export const switchWebhook = statefulAction(async (form) => {
  const { webhookId, access } = await openFrom(form);
  const isActive = form.get("isActive") === "true";
  await (isActive ? activateWebhook(access) : deactivateWebhook(access));
  const page = RETURN_PATHS.find((path) => path === readField(form, "returnTo")) ?? "";
  redirect(webhookPath(webhookId, `${page}?switched=${isActive ? "on" : "off"}`));
}, REFUSALS);

export const remove = statefulAction(async (form) => {
  const { access } = await openFrom(form, "/edit");
  await deleteWebhook(access, readField(form, "confirmation"));
  redirect(`${WEBHOOKS_PATH}?deleted=1`);
}, REFUSALS);

/** A listener can be made again by one command: no name has to be typed. */
export const endListening = statefulAction(async (form) => {
  const { access } = await openFrom(form);
  await endListener(access);
  redirect(`${WEBHOOKS_PATH}?deleted=1`);
}, REFUSALS);

export const recreate = statefulAction(
  async (form) => {
    const { access } = await openFrom(form, "/recreate", true);
    return { kind: "recreated" as const, registered: await recreateAsV2(access) };
  },
  { ...REFUSALS, fields: { name: "", url: "", events: "", customHeaders: "" } },
);

export const rotate = statefulAction(async (form) => {
  const { access } = await openFrom(form, "/secret", true);
  const days = readField(form, "days").trim();
  const { nextSecret } = await startRotation(access, /^\d+$/.test(days) ? Number(days) : Number.NaN);
  return { kind: "started" as const, nextSecret };
}, REFUSALS);

export const finish = statefulAction(async (form) => {
  const { webhookId, access } = await openFrom(form, "/secret");
  if (form.get("isSure") !== "on") throw refuse("not_confirmed", "isSure");
  await finishRotation(access);
  redirect(webhookPath(webhookId, "/secret?finished=1"));
}, REFUSALS);

export const checkUrl = valueAction<typeof TypedUrl, TypedCheck>(TypedUrl, "unchecked", async (url) => {
  const { user } = await requireSession(`${WEBHOOKS_PATH}/new`);
  return checkTypedUrl(user.id, async () => {
    const rooms = await openWebhookRooms(user.id);
    return { problem: rooms.length === 0 ? "url_invalid" : await findUrlProblem(url) };
  });
});
