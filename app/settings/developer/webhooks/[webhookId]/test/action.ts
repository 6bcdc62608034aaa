"use server";

import { z } from "zod";
import { statefulAction } from "@/app/_ui/define-action";
import { readField } from "@/app/_ui/read-field";
import { requireSession } from "@/lib/accounts/session";
import { isEventType } from "@/lib/events/catalog";
import { invalid } from "@/lib/platform/errors";
import { type AttemptDetail, readAttemptDetail } from "@/lib/webhooks/history-query";
import { openWebhook } from "@/lib/webhooks/open-webhook";
import { sendCanary, sendTest } from "@/lib/webhooks/send-test";
import { pathOf } from "../../paths";
import { DELIVERY_LIMIT, readWebhookProblems, type WebhookProblem } from "../../problems";

/** `sent` counts, so that a second answer like the first is still news. */
export type TestState =
  | { kind: "idle"; sent: 0; event: string }
  | { kind: "refused"; sent: number; event: string; problems: WebhookProblem[] }
  | { kind: "answered"; sent: number; event: string; attempt: AttemptDetail };

export const test = statefulAction<TestState>(async (form, previous) => {
  const event = readField(form, "event");
  return answer(previous, form, event, (access) => {
    if (!isEventType(event)) throw invalid([{ path: "event", message: "event_unknown" }]);
    return sendTest(access, event);
  });
});

/** Signed with the next secret alone. */
export const sendCanaryTest = statefulAction<TestState>(async (form, previous) => {
  return answer(previous, form, "", sendCanary);
});

const readSent = (previous: unknown): number => z.object({ sent: z.int() }).catch({ sent: 0 }).parse(previous).sent;

async function answer(
  previous: unknown,
  form: FormData,
  event: string,
  send: (access: Awaited<ReturnType<typeof openWebhook>>) => Promise<{ id: string }>,
): Promise<TestState> {
  const sent = readSent(previous);
  const webhookId = readField(form, "webhookId");
  const { user } = await requireSession(pathOf(webhookId, "/test"));
  try {
    const access = await openWebhook(user.id, webhookId);
    const { id } = await send(access);
    return { kind: "answered", sent: sent + 1, event, attempt: await readAttemptDetail(access, id) };
  } catch (error) {
    return { kind: "refused", sent, event, problems: readWebhookProblems(error, DELIVERY_LIMIT) };
  }
}
