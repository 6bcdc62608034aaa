"use server";

import { redirect } from "next/navigation";
import { readField } from "@/app/_ui/read-field";
import { requireSession } from "@/lib/accounts/session";
import { cancelRun } from "@/lib/connectors/run-store";
import { AppError } from "@/lib/platform/errors";
import { pathOf, RUNS_PATH, runPath } from "../connectors/paths";

export type CancelState = { kind: "idle" } | { kind: "gone" };

/** One that has ended meanwhile stays as it ended: its page says how. */
export async function cancel(_: CancelState, form: FormData): Promise<CancelState> {
  const runId = readField(form, "runId");
  const { user } = await requireSession(runPath(runId));
  let connectorId: string;
  try {
    ({ connectorId } = await cancelRun(user.id, runId));
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return { kind: "gone" };
    throw error;
  }
  const ways: Record<string, string> = { list: RUNS_PATH, test: pathOf(connectorId, `/test?run=${runId}`) };
  redirect(ways[readField(form, "returnTo")] ?? runPath(runId));
}
