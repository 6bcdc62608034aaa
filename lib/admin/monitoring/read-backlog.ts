import { splitDueMonths } from "../../audit/archive/read-state";
import { isLogKept } from "../../audit/proof/signing-keys";
import { query } from "../../db/transaction";
import { now } from "../../platform/clock";
import {
  COUNT_AGENT_RUNS,
  READ_AUDIT_STREAM_QUEUE,
  READ_BACKGROUND_QUEUE,
  READ_DUE_DELIVERIES,
  READ_UNSIGNED_ROW,
} from "./backlog.sql";

/** The exact length of a longer queue does not matter. */
export const COUNTED_MAX = 10_000;
const WEBHOOKS_AT_ONCE = 1_000;
const PAGES_MAX = 8;
const STREAMS_MAX = 1_000;
const NEWEST_LEAVES = 5_000;
const DAY_MS = 24 * 60 * 60 * 1000;

export interface Backlog {
  deliveriesDue: number;
  oldestDeliveryAt: Date | null;
  backgroundDue: number;
  backgroundRunning: number;
  oldestBackgroundAt: Date | null;
  agentRunsQueued: number;
  agentRunsRunning: number;
  auditStreamRows: number;
  oldestAuditStreamRowAt: Date | null;
  oldestUnsignedRowAt: Date | null;
  archiveMonthsDue: number;
}

/** A walk through very many webhooks takes several refreshes. */
export interface DeliveryWalk {
  after: string;
  due: number;
  oldest: Date | null;
  found: Pick<Backlog, "deliveriesDue" | "oldestDeliveryAt">;
}

export function startWalk(): DeliveryWalk {
  return { after: "", due: 0, oldest: null, found: { deliveriesDue: 0, oldestDeliveryAt: null } };
}

export async function readBacklog(walk: DeliveryWalk, webhooksAtOnce = WEBHOOKS_AT_ONCE): Promise<Backlog> {
  const at = now();
  await walkDeliveries(walk, at, webhooksAtOnce);
  // The queries run one after the other, because the pool is for requests.
  return {
    ...walk.found,
    ...(await readBackgroundQueue(at)),
    ...(await readAgentRuns()),
    ...(await readAuditStreamQueue()),
    ...(await readUnsigned(at)),
    archiveMonthsDue: (await splitDueMonths()).due.length,
  };
}

export async function readDueDeliveries(at: Date): Promise<Pick<Backlog, "deliveriesDue" | "oldestDeliveryAt">> {
  const walk = startWalk();
  await walkDeliveries(walk, at, WEBHOOKS_AT_ONCE);
  return walk.after === "" ? walk.found : { deliveriesDue: walk.due, oldestDeliveryAt: walk.oldest };
}

export async function readBackgroundQueue(at: Date) {
  const [queue] = await query(READ_BACKGROUND_QUEUE, { at, limit: COUNTED_MAX });
  return {
    backgroundDue: queue?.due ?? 0,
    backgroundRunning: queue?.running ?? 0,
    oldestBackgroundAt: queue?.oldest ?? null,
  };
}

async function readAgentRuns() {
  const [runs] = await query(COUNT_AGENT_RUNS, { limit: COUNTED_MAX });
  return { agentRunsQueued: runs?.queued ?? 0, agentRunsRunning: runs?.running ?? 0 };
}

export async function readAuditStreamQueue() {
  const [streams] = await query(READ_AUDIT_STREAM_QUEUE, { limit: STREAMS_MAX, countedMax: COUNTED_MAX });
  return { auditStreamRows: streams?.waiting ?? 0, oldestAuditStreamRowAt: streams?.oldest ?? null };
}

export async function readUnsigned(at: Date): Promise<Pick<Backlog, "oldestUnsignedRowAt">> {
  if (!isLogKept()) return { oldestUnsignedRowAt: null };
  const [row] = await query(READ_UNSIGNED_ROW, { dayAgo: new Date(at.getTime() - DAY_MS), limit: NEWEST_LEAVES });
  return { oldestUnsignedRowAt: row?.at ?? null };
}

async function walkDeliveries(walk: DeliveryWalk, at: Date, webhooksAtOnce: number): Promise<void> {
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const left = COUNTED_MAX - walk.due;
    const [found] = await query(READ_DUE_DELIVERIES, { after: walk.after, at, limit: webhooksAtOnce, left });
    walk.due += found?.due ?? 0;
    walk.oldest = earlier(walk.oldest, found?.oldest ?? null);
    if (found?.last && found.webhooks === webhooksAtOnce) {
      walk.after = found.last;
      continue;
    }
    Object.assign(walk, { ...startWalk(), found: { deliveriesDue: walk.due, oldestDeliveryAt: walk.oldest } });
    return;
  }
}

function earlier(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}
