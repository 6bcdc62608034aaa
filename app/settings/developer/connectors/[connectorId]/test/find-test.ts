import { listRuns, readRun } from "@/lib/agent-runs/queries";
import type { RunSummary } from "@/lib/agent-runs/run";
import { AppError } from "@/lib/platform/errors";

/** The test that the address names, or the last one of this connector. */
export async function findTest(userId: string, connectorId: string, runId: string): Promise<RunSummary | null> {
  const named = runId === "" ? null : await readTest(userId, connectorId, runId);
  if (named) return named;
  const { runs } = await listRuns(userId, { connectorId, action: "test-connection", limit: 1 });
  return runs[0] ?? null;
}

async function readTest(userId: string, connectorId: string, runId: string): Promise<RunSummary | null> {
  try {
    const run = await readRun(userId, runId);
    return run.connectorId === connectorId && run.action === "test-connection" ? run : null;
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}
