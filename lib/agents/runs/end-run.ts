import { type AuditRow, settle } from "../../audit/settle";
import type { RowOf } from "../../db/statement";
import { type Transaction, transaction } from "../../db/transaction";
import { now } from "../../platform/clock";
import { count } from "../../platform/meters";
import { listScopes } from "./agent-caller";
import { END_RUNS } from "./queue.sql";
import type { RunEnded, RunResult } from "./run";

export interface RunEnd {
  state: "succeeded" | RunEnded["state"];
  code: string | null;
  message: string | null;
  result?: RunResult | null;
}

type Claim = { is: "waiting" } | { is: "held"; token: string } | { is: "expired"; silentSince: Date };

type EndedRun = RowOf<typeof END_RUNS>;

interface EndedRuns {
  ended: readonly EndedRun[];
  settled: readonly Promise<unknown>[];
}

/** Await `settled` after the transaction: within it, it would wait for itself. Runs with another claim are left out. */
async function endRuns(tx: Transaction, runIds: readonly string[], claim: Claim, end: RunEnd): Promise<EndedRuns> {
  const { state, code, message, result = null } = end;
  const ended = await tx.query(END_RUNS, {
    runIds,
    state,
    now: now(),
    reason: message,
    reasonCode: code,
    result: result && JSON.stringify(result),
    claimState: claim.is,
    token: claim.is === "held" ? claim.token : null,
    silentSince: claim.is === "expired" ? claim.silentSince : null,
  });
  const mode = state === "succeeded" ? "confirm" : "release";
  const settled = ended.map((run) => {
    const units = run.reservationId === null ? null : { id: run.reservationId };
    return settle({ row: draftRunAudit(run, end), mode, units }, tx);
  });
  tx.afterCommit(() => count("svc_agent_runs_ended_total", { state }, ended.length));
  return { ended, settled };
}

/** The column is an integer, and an abandoned run may be found after a month. */
const DURATION_MAX_MS = 2_147_483_647;
const STATUS = { succeeded: 200, failed: 502, cancelled: 499, timed_out: 504 } as const;

/** §5: the agent is the actor, for its person. The row holds nothing of prompt or answer. */
function draftRunAudit(run: EndedRun, { state, code }: RunEnd): AuditRow {
  const at = now();
  return {
    at: at.toISOString(),
    requestId: run.requestId,
    surface: "connector",
    method: "RUN",
    route: `runs/${run.action}`,
    status: STATUS[state],
    errorCode: code,
    authMethod: "session",
    actorType: "agent",
    actorId: run.connectorId,
    scopes: listScopes(run.toolProfile).join(" "),
    billingEntityId: run.billingEntityId,
    organizationId: run.organizationId,
    userId: run.requestedById,
    apiKeyId: null,
    appId: null,
    grantId: null,
    externalTokenId: null,
    unitsCost: state === "succeeded" ? run.units : 0,
    durationMs: Math.min(DURATION_MAX_MS, Math.max(0, at.getTime() - (run.startedAt ?? at).getTime())),
  };
}

async function endStartedRun(runId: string, claim: Claim, end: RunEnd): Promise<boolean> {
  const { ended, settled } = await transaction((tx) => endRuns(tx, [runId], claim, end));
  await Promise.all(settled);
  return ended.length > 0;
}

export function endHeldRun(runId: string, token: string, end: RunEnd): Promise<boolean> {
  return endStartedRun(runId, { is: "held", token }, end);
}

export function failExpiredRun(runId: string, silentSince: Date, end: RunEnd): Promise<boolean> {
  return endStartedRun(runId, { is: "expired", silentSince }, end);
}

/** Units are reserved when a run starts, so a waiting run has none to release. */
export async function endWaitingRuns(tx: Transaction, runIds: readonly string[], end: RunEnd): Promise<boolean> {
  return (await endRuns(tx, runIds, { is: "waiting" }, end)).ended.length > 0;
}

export function endWaitingRun(runId: string, end: RunEnd): Promise<boolean> {
  return transaction((tx) => endWaitingRuns(tx, [runId], end));
}
