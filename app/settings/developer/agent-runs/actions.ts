"use server";

import { redirect } from "next/navigation";
import { statefulAction } from "@/app/_ui/define-action";
import { readField } from "@/app/_ui/read-field";
import { requireSession } from "@/lib/accounts/session";
import { cancelRun } from "@/lib/agent-runs/cancel-run";
import { writeProposal } from "@/lib/agent-runs/write-proposals";
import { AppError } from "@/lib/platform/errors";
import { pathOf, RUNS_PATH, runPath } from "../connectors/paths";

export type ProposalState =
  | { kind: "idle" }
  | { kind: "refused"; refusal: "forbidden" | "not_found" | "record_no_board" };

/** The person's own write, with their own rights; chosen twice, it is one task. */
export const addProposal = statefulAction<ProposalState>(async (form) => {
  const runId = readField(form, "runId");
  const { user } = await requireSession(runPath(runId));
  try {
    await writeProposal(user.id, runId, Number(readField(form, "index")));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "forbidden") return { kind: "refused", refusal: "forbidden" };
    return { kind: "refused", refusal: error.code === "validation_error" ? "record_no_board" : "not_found" };
  }
  redirect(runPath(runId));
});

export type CancelState = { kind: "idle" } | { kind: "gone" };

/** One that has ended meanwhile stays as it ended: its page says how. */
export const cancel = statefulAction<CancelState>(async (form) => {
  const runId = readField(form, "runId");
  const { user } = await requireSession(runPath(runId));
  let connectorId: string;
  try {
    ({ connectorId } = await cancelRun(user.id, runId));
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return { kind: "gone" };
    throw error;
  }
  const ways = new Map([
    ["list", RUNS_PATH],
    ["test", pathOf(connectorId, `/test?run=${runId}`)],
  ]);
  redirect(ways.get(readField(form, "returnTo")) ?? runPath(runId));
});
