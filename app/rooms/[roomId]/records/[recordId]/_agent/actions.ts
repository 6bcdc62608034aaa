"use server";

import { notFound, redirect } from "next/navigation";
import { statefulAction } from "@/app/_ui/define-action";
import { readField } from "@/app/_ui/read-field";
import { type RunRefusal, readRefusal } from "@/app/settings/developer/connectors/run-refusal";
import { openAsPerson } from "@/lib/access/open-as-person";
import { requireSession } from "@/lib/accounts/session";
import { cancelRun } from "@/lib/agent-runs/cancel-run";
import { readRun } from "@/lib/agent-runs/queries";
import { startRun } from "@/lib/agent-runs/start-run";
import { writeProposals } from "@/lib/agent-runs/write-proposals";
import { AppError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { checkText } from "@/lib/records/check-text";
import { openRecordToWrite } from "@/lib/records/open";
import { readRecordPage } from "@/lib/records/queries";
import { updateRecord } from "@/lib/records/update";
import { writeAsPerson } from "@/lib/usage/write-as-person";
import { pathOfRecord } from "../../paths";
import { type RecordProblem, readRecordProblems } from "../../problems";

export type AgentState =
  | { kind: "idle" }
  | { kind: "refused"; refusal: RunRefusal }
  | { kind: "failed"; problems: RecordProblem[] };

async function openForm(form: FormData) {
  const params = { roomId: readField(form, "roomId"), recordId: readField(form, "recordId") };
  const { user } = await requireSession(pathOfRecord(params.roomId, params.recordId));
  // Both go into the address that the answer leads to.
  if (!isId("room", params.roomId) || !isId("rec", params.recordId)) notFound();
  const runId = readField(form, "runId");
  const back = (rest: string) => pathOfRecord(params.roomId, params.recordId, `?run=${encodeURIComponent(rest)}#agent`);
  return { ...params, userId: user.id, runId, back };
}

function refuse(error: unknown): AgentState {
  if (!(error instanceof AppError)) throw error;
  return { kind: "refused", refusal: readRefusal(error) };
}

/** A summary, or a dry run that proposes tasks: the same verb and gates as the HTTP endpoint. */
export const ask = statefulAction<AgentState>(async (form) => {
  const { userId, recordId, back } = await openForm(form);
  const isSummary = form.get("action") !== "generate-tasks";
  let runId: string;
  try {
    const [action, body] = isSummary
      ? (["summarize-record", { recordId }] as const)
      : (["generate-tasks", { recordId, dryRun: true }] as const);
    ({ id: runId } = await startRun(userId, readField(form, "connectorId"), action, body));
  } catch (error) {
    return refuse(error);
  }
  redirect(back(runId));
});

export const stop = statefulAction<AgentState>(async (form) => {
  const { userId, runId, back } = await openForm(form);
  try {
    await cancelRun(userId, runId);
  } catch (error) {
    return refuse(error);
  }
  redirect(back(runId));
});

/** Creates the proposals as they were shown; running the agent again could return others. Existing tasks are not created twice. */
export const accept = statefulAction<AgentState>(async (form) => {
  const { userId, runId, back } = await openForm(form);
  try {
    await writeProposals(userId, runId);
  } catch (error) {
    return refuse(error);
  }
  redirect(back(runId));
});

/** Appends to the current text, so changes saved in the meantime stay. */
export const append = statefulAction<AgentState>(async (form) => {
  const { userId, roomId, recordId, runId } = await openForm(form);
  const params = { roomId, recordId };
  try {
    const [run, access] = await Promise.all([readRun(userId, runId), openAsPerson(userId, params, openRecordToWrite)]);
    const { title, content, version } = await readRecordPage(access);
    const summary = run.recordId === recordId && run.result?.kind === "summary" ? run.result.text : "";
    const text = checkText({
      title,
      content: `${content.trimEnd()}\n\n## ${readField(form, "heading")}\n\n${summary}\n`,
    });
    await writeAsPerson(userId, params, openRecordToWrite, (tx, opened) =>
      updateRecord(tx, opened, userId, { content: text.content, expectedVersion: version }),
    );
  } catch (error) {
    return { kind: "failed", problems: readRecordProblems(error) };
  }
  redirect(pathOfRecord(roomId, recordId, "?done=saved"));
});
