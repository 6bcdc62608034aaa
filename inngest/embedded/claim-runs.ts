import { query, transaction } from "../../lib/db/transaction";
import { CLAIM_FREE, CLAIM_LIMITED, HAS_LIMITED, LOCK_CLAIMS } from "./claims.sql";
import type { RunnerEvent } from "./event-entry";
import { type Kind, kindOf, type Plan, type PlannedFunction } from "./plan";

export interface ClaimedRun {
  id: string;
  functionId: string;
  attempt: number;
  lapses: number;
  isResumed: boolean;
  event: RunnerEvent & { ts: number };
  /** Every write must find it in the row, so a process that lost the lease changes nothing. */
  token: string;
}

interface Claim {
  token: string;
  nowMs: number;
  leaseMs: number;
}

export async function claimRuns(
  plan: Plan,
  claim: Claim,
  lanes: Readonly<Record<Kind, number>>,
): Promise<ClaimedRun[]> {
  const { token, nowMs, leaseMs } = claim;
  const now = new Date(nowMs);
  const functions = [...plan.values()];
  const listValues = (kind: Kind) => {
    const rules = writeRules(functions.filter((fn) => kindOf(fn) === kind));
    return { token, leaseEnd: new Date(nowMs + leaseMs), now, rules, limit: lanes[kind] };
  };
  const free = lanes.free > 0 ? await query(CLAIM_FREE, listValues("free")) : [];
  const hasLimited = lanes.limited > 0 && (await query(HAS_LIMITED, { now })).length > 0;
  const claimLimited = () =>
    transaction(async (tx) => {
      await tx.query(LOCK_CLAIMS);
      return tx.query(CLAIM_LIMITED, listValues("limited"));
    });
  const limited = hasLimited ? await claimLimited() : [];
  return [...free, ...limited].map(({ eventId, eventName, data, receivedAt, ...run }) => ({
    ...run,
    token,
    event: {
      id: eventId ?? run.id,
      name: eventName ?? "inngest/event.erased",
      data: data ?? {},
      ts: receivedAt?.getTime() ?? 0,
    },
  }));
}

function writeRules(functions: readonly PlannedFunction[]): string {
  return JSON.stringify(
    Object.fromEntries(
      functions.map(({ id, finishWithinMs, concurrency }) => [id, { finishWithinMs, limit: concurrency?.limit }]),
    ),
  );
}
