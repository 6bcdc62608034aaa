import type { Prisma } from "../../../prisma/client/client";
import { prisma } from "../../db/prisma";
import { query } from "../../db/transaction";
import { now, nowMs } from "../../platform/clock";
import { AGENT_RUN_CLAIM_MS, AGENT_RUN_PULSE_MS } from "../../platform/limits";
import { log } from "../../platform/log";
import { READ_LEASE, RENEW_LEASE } from "./lease.sql";

export interface Hold {
  id: string;
  token: string;
}

export class ClaimLost extends Error {
  override name = "ClaimLost";
}

type Lease = "held" | "cancelled" | "lost";

export function leaseStart(at: Date): Date {
  return new Date(at.getTime() - AGENT_RUN_CLAIM_MS);
}

/** An expired lease is lost even if nobody claimed the run, because its place among the three may be taken. */
export async function renewLease({ id, token }: Hold): Promise<Lease> {
  const at = now();
  return describeLease(await query(RENEW_LEASE, { runId: id, token, at, leaseStart: leaseStart(at) }));
}

export async function readLease({ id, token }: Hold): Promise<Lease> {
  return describeLease(await query(READ_LEASE, { runId: id, token, leaseStart: leaseStart(now()) }));
}

function describeLease([row]: { isCancelled: boolean }[]): Lease {
  if (!row) return "lost";
  return row.isCancelled ? "cancelled" : "held";
}

export async function saveProgress(
  { id, token }: Hold,
  data: Prisma.AgentRunUpdateManyMutationInput,
  client: Pick<Prisma.TransactionClient, "agentRun"> = prisma(),
): Promise<void> {
  const where = { id, claimToken: token, state: "RUNNING" } as const;
  if ((await client.agentRun.updateMany({ where, data })).count === 0) throw new ClaimLost();
}

export function releaseRun(run: Hold): Promise<void> {
  return saveProgress(run, { claimedAt: new Date(0) });
}

export interface Heartbeat {
  signal: AbortSignal;
  stopped(): Exclude<Lease, "held"> | "timed_out" | null;
  stop(): void;
}

const BEATS_PER_RENEWAL = 5;

export function startHeartbeat(run: Hold, timeoutMs: number): Heartbeat {
  const control = new AbortController();
  let stopped: ReturnType<Heartbeat["stopped"]> = null;
  let timer: NodeJS.Timeout | undefined;
  let beats = 0;
  let heldAtMs = nowMs();

  function end(why: NonNullable<typeof stopped>): void {
    stopped ??= why;
    control.abort();
  }

  async function beat(): Promise<void> {
    beats += 1;
    try {
      const lease = await (beats % BEATS_PER_RENEWAL === 0 ? renewLease(run) : readLease(run));
      heldAtMs = nowMs();
      if (lease !== "held") end(lease);
    } catch (error) {
      log().warn({ error, runId: run.id }, "the lease of a run could not be checked");
      if (nowMs() - heldAtMs > AGENT_RUN_CLAIM_MS) end("lost");
    }
    if (!control.signal.aborted) timer = setTimeout(() => void beat(), AGENT_RUN_PULSE_MS);
  }

  timer = setTimeout(() => void beat(), AGENT_RUN_PULSE_MS);
  const deadline = setTimeout(() => end("timed_out"), timeoutMs);
  return {
    signal: control.signal,
    stopped: () => stopped,
    stop() {
      clearTimeout(timer);
      clearTimeout(deadline);
      control.abort();
    },
  };
}
