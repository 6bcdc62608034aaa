import { now } from "../platform/clock";
import { query } from "../platform/db";
import { AGENT_RUN_CLAIM_MS } from "../platform/limits";
import { prisma } from "../platform/prisma";
import { READ_LEASE, RENEW_LEASE } from "./lease.sql";

/** A claimed run, by its id and the token of the claim. */
export interface Hold {
  id: string;
  token: string;
}

type Lease = "held" | "cancelled" | "lost";

/** Leases renewed before this instant have expired at `at`. */
export function leaseStart(at: Date): Date {
  return new Date(at.getTime() - AGENT_RUN_CLAIM_MS);
}

/** An expired lease is lost even if the run is unclaimed: its place among the three may be taken. */
export async function renewLease({ id, token }: Hold): Promise<Lease> {
  const at = now();
  return describeLease(await query(RENEW_LEASE, [id, token, at, leaseStart(at)]));
}

export async function readLease({ id, token }: Hold): Promise<Lease> {
  return describeLease(await query(READ_LEASE, [id, token, leaseStart(now())]));
}

function describeLease([row]: { isCancelled: boolean }[]): Lease {
  if (!row) return "lost";
  return row.isCancelled ? "cancelled" : "held";
}

/** After an unforeseen error the next attempt need not wait until the lease expires. */
export async function releaseRun({ id, token }: Hold): Promise<void> {
  const where = { id, claimToken: token, state: "RUNNING" } as const;
  await prisma().agentRun.updateMany({ where, data: { claimedAt: new Date(0) } });
}
