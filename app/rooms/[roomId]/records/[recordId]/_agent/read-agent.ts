import { readProfile } from "@/lib/accounts/queries";
import { readRun } from "@/lib/agent-runs/queries";
import { listUsableConnectors } from "@/lib/connectors/list-rooms";
import { AppError } from "@/lib/platform/errors";
import type { OpenedRecord } from "../../open-record";

/** The agent actions of this page (none without a connector in the room) and the run named in the URL, if it is of this record. */
export async function readAgent({ userId, roomId, record }: OpenedRecord, runId: string) {
  const connectors = await listUsableConnectors(userId, roomId);
  if (connectors.length === 0) return null;
  const [profile, run] = await Promise.all([readProfile(userId), runId === "" ? null : findRun(userId, runId)]);
  return {
    connectors,
    sendsTranscripts: profile?.sendsTranscripts ?? false,
    run: run?.recordId === record.id ? run : null,
  };
}

async function findRun(userId: string, runId: string) {
  try {
    return await readRun(userId, runId);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}
