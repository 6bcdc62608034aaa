import { randomUUID } from "node:crypto";
import { eraseUnheld } from "../../db/erase";
import { startOfSpan } from "../../db/partitioned-table";
import { listPartitions } from "../../db/partitions";
import { query } from "../../db/transaction";
import { now } from "../../platform/clock";
import { env } from "../../platform/env";
import { log } from "../../platform/log";
import { LATE_MAX_MS } from "../proof/append-rows";
import { READ_TREE } from "../proof/log.sql";
import { openSigners, originOfService } from "../proof/signing-keys";
import { AUDIT_LOG, startOfRetention } from "../retention";
import { type Archiving, archiveMonth, type Outcome, type Step } from "./archive-month";
import {
  CLAIM_ARCHIVING,
  END_ARCHIVING,
  ERASE_ARCHIVED_LEAVES,
  ERASE_ARCHIVES,
  LIST_LEAVING,
  MARK_LEAVES_LEFT,
} from "./archives.sql";
import { removeUnused } from "./remove-unused";
import { openArchiveStore } from "./store/open-store";
import type { Month } from "./write-archive";

const LEASE_MS = 120_000;
const RENEW_MS = LEASE_MS / 4;
const NAME_LENGTH = "2025-10".length;
const BATCH_LEAVES = 1_000;
const BEFORE_ALL = "-1";

export type MonthOutcomes = Readonly<Record<string, Outcome | "failed">>;

/** Null when another process is archiving or no archive is configured. */
export async function archiveOldMonths(reach?: (step: Step) => Promise<void>): Promise<MonthOutcomes | null> {
  const store = openArchiveStore();
  if (store === null) return null;
  const holder = randomUUID();
  if (!(await claim(holder))) return null;
  const renewal = setInterval(() => {
    claim(holder).catch((error: unknown) => log().warn({ error }, "the lease of the archive was not renewed"));
  }, RENEW_MS);
  try {
    const outcomes = await archive({ holder, store, signers: await openLogSigners(), ...(reach && { reach }) });
    await query(END_ARCHIVING, { holder, message: null, now: now() });
    return outcomes;
  } catch (error) {
    await query(END_ARCHIVING, { holder, message: error instanceof Error ? error.message : String(error), now: now() });
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

async function claim(holder: string): Promise<boolean> {
  const at = now();
  return (await query(CLAIM_ARCHIVING, { holder, heldUntil: new Date(at.getTime() + LEASE_MS), at })).length > 0;
}

async function openLogSigners() {
  const [tree] = await query(READ_TREE);
  const [origin] = (tree?.checkpoint ?? "").split("\n");
  return openSigners(origin || originOfService());
}

/** A month that fails waits for the next night and does not hold up the others. */
async function archive(archiving: Archiving): Promise<MonthOutcomes> {
  await eraseUnheld(ERASE_ARCHIVES, { keptSince: startOfRetention(), now: now() });
  await removeUnused(archiving.store);
  const outcomes: Record<string, Outcome | "failed"> = {};
  const failures: unknown[] = [];
  for (const month of await listDueMonths()) {
    outcomes[month.name] = await archiveMonth(archiving, month).catch((error: unknown) => {
      log().error({ error, month: month.name }, "a month of the audit log was not archived");
      failures.push(error);
      return "failed" as const;
    });
  }
  await eraseArchivedLeaves();
  if (failures.length > 0) throw failures[0];
  return outcomes;
}

async function eraseArchivedLeaves(): Promise<void> {
  for (const { file, from, until } of await query(LIST_LEAVING)) {
    const end = until.getTime() + LATE_MAX_MS;
    for (let after = BEFORE_ALL; ; ) {
      const [page] = await query(ERASE_ARCHIVED_LEAVES, { after, from, until, limit: BATCH_LEAVES });
      if (!page || page.last === null || page.oldest === null || page.oldest.getTime() > end) break;
      after = page.last;
    }
    await query(MARK_LEAVES_LEFT, { file, now: now() });
  }
}

export async function listDueMonths(): Promise<Month[]> {
  const [hot, kept] = [startOfSpan(AUDIT_LOG, now(), -env().SVC_AUDIT_HOT_MONTHS), startOfRetention()];
  const partitions = await listPartitions(AUDIT_LOG);
  return partitions
    .filter(({ end, isUnsplit }) => !isUnsplit && end <= hot && end > kept)
    .map(({ start, end }) => ({ name: start.toISOString().slice(0, NAME_LENGTH), from: start, until: end }))
    .sort((a, b) => a.from.getTime() - b.from.getTime());
}
