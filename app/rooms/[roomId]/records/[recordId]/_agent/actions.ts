"use server";

import { notFound, redirect } from "next/navigation";
import { statefulAction } from "@/app/_ui/form/define-action";
import { readField } from "@/app/_ui/form/read-field";
import { RUN_REFUSALS } from "@/app/settings/developer/connectors/run-refusals";
import { openAsPerson } from "@/lib/access/open-as-person";
import { cancelRun } from "@/lib/agents/runs/cancel-run";
import { readRun } from "@/lib/agents/runs/queries";
import { startRun } from "@/lib/agents/runs/start-run";
import { writeProposals } from "@/lib/agents/runs/write-proposals";
import { isId } from "@/lib/platform/ids";
import { checkContent } from "@/lib/records/check-text";
import { openRecordToWrite } from "@/lib/records/open";
import { readRecordPage } from "@/lib/records/queries";
import { updateRecord } from "@/lib/records/update";
import { writeAsPerson } from "@/lib/usage/write-as-person";
import { openRecordForm } from "../../open-record";
import { RECORD_REFUSALS } from "../../outcomes";

async function openForm(form: FormData) {
  const opened = await openRecordForm(form);
  if (!isId("room", opened.params.roomId) || !isId("rec", opened.params.recordId)) notFound();
  const pathOfRun = (runId: string) => opened.pathOf(`?run=${encodeURIComponent(runId)}#agent`);
  return { ...opened, runId: readField(form, "runId"), pathOfRun };
}

/** A summary, or a dry run that proposes tasks: the same verb and gates as the HTTP endpoint. */
export const ask = statefulAction(async (form) => {
  const { userId, params, pathOfRun } = await openForm(form);
  const { recordId } = params;
  const [action, body] =
    form.get("action") === "generate-tasks"
      ? (["generate-tasks", { recordId, dryRun: true }] as const)
      : (["summarize-record", { recordId }] as const);
  const { id } = await startRun(userId, readField(form, "connectorId"), action, body);
  redirect(pathOfRun(id));
}, RUN_REFUSALS);

export const stop = statefulAction(async (form) => {
  const { userId, runId, pathOfRun } = await openForm(form);
  await cancelRun(userId, runId);
  redirect(pathOfRun(runId));
}, RUN_REFUSALS);

/** Creates the proposals as they were shown; running the agent again could return others. Existing tasks are not created twice. */
export const accept = statefulAction(async (form) => {
  const { userId, runId, pathOfRun } = await openForm(form);
  await writeProposals(userId, runId);
  redirect(pathOfRun(runId));
}, RUN_REFUSALS);

/** Appends to the current text, so changes saved in the meantime stay. */
export const append = statefulAction(async (form) => {
  const { userId, params, runId, pathOf } = await openForm(form);
  const [run, access] = await Promise.all([readRun(userId, runId), openAsPerson(userId, params, openRecordToWrite)]);
  const { content, version } = await readRecordPage(access);
  const summary = run.recordId === params.recordId && run.result?.kind === "summary" ? run.result.text : "";
  const text = checkContent(`${content.trimEnd()}\n\n## ${readField(form, "heading")}\n\n${summary}\n`);
  await writeAsPerson(userId, params, openRecordToWrite, (tx, opened) =>
    updateRecord(tx, opened, userId, { content: text, expectedVersion: version }),
  );
  redirect(pathOf("?done=saved"));
}, RECORD_REFUSALS);
