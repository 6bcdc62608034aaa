"use server";

import { redirect } from "next/navigation";
import { connectorPath, runPath } from "@/app/_links";
import { statefulAction } from "@/app/_ui/form/define-action";
import { refuse } from "@/app/_ui/form/problems";
import { readField } from "@/app/_ui/form/read-field";
import { requireSession } from "@/lib/accounts/sessions/session";
import { ACTION_NAMES, type ActionName } from "@/lib/agents/connectors/connector";
import { startRun } from "@/lib/agents/runs/start-run";
import { RUN_REFUSALS } from "./run-refusals";

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

/** The same verb, with the same gates, as the connector's endpoint for programs. */
export const run = statefulAction(async (form) => {
  const connectorId = readField(form, "connectorId");
  const { user } = await requireSession(connectorPath(connectorId, "/try"));
  const action = ACTION_NAMES.find((name) => name === readField(form, "action")) ?? "test-connection";
  if (BY_RECORD.has(action) && readField(form, "recordId") === "") throw refuse("record_missing", "recordId");
  const { id } = await startRun(user.id, connectorId, action, readBody(action, form));
  redirect(action === "test-connection" ? connectorPath(connectorId, `/test?run=${id}`) : runPath(id));
}, RUN_REFUSALS);
