"use server";

import { redirect } from "next/navigation";
import { statefulAction } from "@/app/_ui/define-action";
import { readField } from "@/app/_ui/read-field";
import { requireSession } from "@/lib/accounts/session";
import { startRun } from "@/lib/agent-runs/start-run";
import { ACTION_NAMES, type ActionName } from "@/lib/connectors/connector";
import { AppError } from "@/lib/platform/errors";
import { pathOf, runPath } from "./paths";
import { type RunRefusal, readRefusal } from "./run-refusal";

export type RunFormState = { kind: "idle" } | { kind: "refused"; refusal: RunRefusal };

function readBody(action: ActionName, form: FormData): unknown {
  switch (action) {
    case "test-connection":
      return {};
    case "summarize-record":
      return { recordId: readField(form, "recordId") };
    case "generate-tasks":
      return { recordId: readField(form, "recordId"), dryRun: form.get("dryRun") === "on" };
    case "reply-to-room":
      return { roomId: readField(form, "roomId"), instruction: readField(form, "instruction") };
  }
}

const BY_RECORD: ReadonlySet<ActionName> = new Set(["summarize-record", "generate-tasks"]);

/** The same verb, with the same gates, as the connector's address for programs. */
export const run = statefulAction<RunFormState>(async (form) => {
  const connectorId = readField(form, "connectorId");
  const { user } = await requireSession(pathOf(connectorId, "/try"));
  const action = ACTION_NAMES.find((name) => name === readField(form, "action")) ?? "test-connection";
  if (BY_RECORD.has(action) && readField(form, "recordId") === "")
    return { kind: "refused", refusal: { refusal: "record_missing", message: "" } };
  let runId: string;
  try {
    ({ id: runId } = await startRun(user.id, connectorId, action, readBody(action, form)));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { kind: "refused", refusal: readRefusal(error) };
  }
  redirect(action === "test-connection" ? pathOf(connectorId, `/test?run=${runId}`) : runPath(runId));
});
