"use server";

import { redirect } from "next/navigation";
import { connectorPath, RUNS_PATH, runPath } from "@/app/_links";
import { statefulAction } from "@/app/_ui/form/define-action";
import { readField } from "@/app/_ui/form/read-field";
import { requireSession } from "@/lib/accounts/sessions/session";
import { cancelRun } from "@/lib/agents/runs/cancel-run";
import { writeProposal } from "@/lib/agents/runs/write-proposals";

export const addProposal = statefulAction(
  async (form) => {
    const runId = readField(form, "runId");
    const { user } = await requireSession(runPath(runId));
    await writeProposal(user.id, runId, Number(readField(form, "index")));
    redirect(runPath(runId));
  },
  { byCode: { forbidden: "run_forbidden", validation_error: "record_no_board" }, otherwise: "run_not_found" },
);

export const cancel = statefulAction(
  async (form) => {
    const runId = readField(form, "runId");
    const { user } = await requireSession(runPath(runId));
    const { connectorId } = await cancelRun(user.id, runId);
    const paths = new Map([
      ["list", `${RUNS_PATH}?open=${runId}`],
      ["test", connectorPath(connectorId, `/test?run=${runId}`)],
    ]);
    redirect(paths.get(readField(form, "returnTo")) ?? runPath(runId));
  },
  { byCode: { not_found: "run_gone" } },
);
