"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { webhookPath } from "@/app/_links";
import { keepingAction, statefulAction } from "@/app/_ui/form/define-action";
import { type Mapping, refuse } from "@/app/_ui/form/problems";
import { readField } from "@/app/_ui/form/read-field";
import { requireSession } from "@/lib/accounts/sessions/session";
import { isEventType } from "@/lib/events/catalog";
import { presentAttempt } from "@/lib/webhooks/delivery/delivery";
import { recoverFailedDeliveries, recoverPausedDeliveries } from "@/lib/webhooks/delivery/recover";
import { openAttempt, PayloadUnreadable, redeliver } from "@/lib/webhooks/delivery/redeliver";
import { sendCanary, sendTest } from "@/lib/webhooks/delivery/send-test";
import { readAttemptDetail } from "@/lib/webhooks/history/history-query";
import { openWebhook, type WebhookAccess } from "@/lib/webhooks/settings/open-webhook";

/** Redeliveries and tests count against the limit of deliveries (§8). */
const REFUSALS: Mapping = {
  byCode: {
    not_found: "webhook_gone",
    webhook_inactive: "webhook_inactive",
    rate_limit_exceeded: "too_many_now",
  },
};

async function openFrom(form: FormData, page: string) {
  const webhookId = readField(form, "webhookId");
  const { user } = await requireSession(webhookPath(webhookId, page));
  return openWebhook(user.id, webhookId);
}

export const redeliverOne = statefulAction(
  async (form) => {
    const attempt = await openAttempt(await openFrom(form, "/deliveries"), readField(form, "attemptId"));
    const delivery = presentAttempt(await redeliver(attempt, { isPaid: false }).catch(explainPayload));
    refresh();
    return { kind: "sent" as const, delivery };
  },
  { byCode: { ...REFUSALS.byCode, not_found: "attempt_gone" } },
);

function explainPayload(error: unknown): never {
  throw error instanceof PayloadUnreadable ? refuse("payload_unreadable") : error;
}

/** Forged times become an empty range. */
function readInstant(form: FormData, name: string): Date {
  const text = readField(form, name);
  const at = new Date(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? text : 0);
  return Number.isNaN(at.getTime()) ? new Date(0) : at;
}

export const sendMany = statefulAction(async (form) => {
  const access = await openFrom(form, "/redeliver");
  const range = { from: readInstant(form, "from"), to: readInstant(form, "to") };
  const cost = await (form.get("kind") === "held"
    ? recoverPausedDeliveries(access)
    : recoverFailedDeliveries(access, range));
  return { kind: "queued" as const, cost };
}, REFUSALS);

const readEvent = (form: FormData): string => readField(form, "event");
/** Counts, so that a second response like the first is still announced. */
const readSent = (previous: unknown): number => z.object({ sent: z.int() }).catch({ sent: 0 }).parse(previous).sent;

function sampleAction(send: (access: WebhookAccess, event: string) => Promise<{ id: string }>) {
  return keepingAction(
    readEvent,
    async (form, previous) => {
      const access = await openFrom(form, "/test");
      const { id } = await send(access, readEvent(form));
      const attempt = await readAttemptDetail(access, id);
      return { kind: "answered" as const, sent: readSent(previous) + 1, attempt };
    },
    REFUSALS,
  );
}

export const test = sampleAction(async (access, event) => {
  if (!isEventType(event)) throw refuse("event_unknown", "event");
  return sendTest(access, event);
});

/** Signed with the next secret only. */
export const sendCanaryTest = sampleAction(sendCanary);
