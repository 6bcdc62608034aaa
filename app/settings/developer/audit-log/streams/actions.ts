"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { STREAMS_PATH, streamPath } from "@/app/_links";
import { checkTypedUrl } from "@/app/_ui/form/check-typed-url";
import { keepingAction, statefulAction, valueAction } from "@/app/_ui/form/define-action";
import type { Mapping } from "@/app/_ui/form/problems";
import { readField } from "@/app/_ui/form/read-field";
import type { TypedCheck } from "@/app/_ui/form/url-field";
import { openOwner } from "@/lib/access/open-owner";
import { requireSession } from "@/lib/accounts/sessions/session";
import { findTargetProblem } from "@/lib/audit-log/streams/check-target";
import { STREAM_KINDS } from "@/lib/audit-log/streams/choices";
import { createStream } from "@/lib/audit-log/streams/create";
import { deleteStream } from "@/lib/audit-log/streams/delete";
import { openStream } from "@/lib/audit-log/streams/open-stream";
import { pauseStream, resumeStream } from "@/lib/audit-log/streams/pause";
import { sendTestRow } from "@/lib/audit-log/streams/send-test";
import { URL_MAX_BYTES } from "@/lib/platform/limits";
import { limitPersonWrites } from "@/lib/usage/limit-burst";
import { readValues, toInput } from "./form-values";

const TypedTarget = z.object({ kind: z.enum(STREAM_KINDS), url: z.string().max(URL_MAX_BYTES) });
const REFUSALS: Mapping = { byCode: { not_found: "stream_gone" } };

export const create = keepingAction(
  readValues,
  async (form) => {
    const { user } = await requireSession(`${STREAMS_PATH}/new`);
    await limitPersonWrites(user.id);
    const created = await createStream(await openOwner(user.id, readField(form, "owner")), toInput(form));
    if (created.signingSecret === null) redirect(streamPath(created.id, "?done=created"));
    return { kind: "created" as const, id: created.id, signingSecret: created.signingSecret };
  },
  { byCode: { not_found: "owner_unknown" } },
);

/** Every later form checks the session and who reads the log. */
async function openFrom(form: FormData) {
  const streamId = readField(form, "streamId");
  const { user } = await requireSession(streamPath(streamId));
  await limitPersonWrites(user.id);
  return { streamId, access: await openStream(user.id, streamId) };
}

export const switchStream = statefulAction(async (form) => {
  const { streamId, access } = await openFrom(form);
  const isActive = form.get("isActive") === "true";
  await (isActive ? resumeStream(access) : pauseStream(access));
  redirect(streamPath(streamId, `?done=${isActive ? "resumed" : "paused"}`));
}, REFUSALS);

export const test = statefulAction(async (form) => {
  const { streamId, access } = await openFrom(form);
  const failure = await sendTestRow(access);
  redirect(streamPath(streamId, `?tested=${encodeURIComponent(failure ?? "sent")}`));
}, REFUSALS);

export const remove = statefulAction(async (form) => {
  const { access } = await openFrom(form);
  await deleteStream(access);
  redirect(`${STREAMS_PATH}?deleted=1`);
}, REFUSALS);

export const checkUrl = valueAction<typeof TypedTarget, TypedCheck>(TypedTarget, "unchecked", async ({ kind, url }) => {
  const { user } = await requireSession(`${STREAMS_PATH}/new`);
  return checkTypedUrl(user.id, async () => ({ problem: await findTargetProblem(url.trim(), kind) }));
});
