import { eraseInBatches } from "../../db/erase";
import type { RowOf } from "../../db/statement";
import { query, transaction } from "../../db/transaction";
import { now, nowMs } from "../../platform/clock";
import { log } from "../../platform/log";
import { openAuditAreas } from "../open-audit";
import { pauseForReason } from "./pause";
import { sendBytes } from "./send-bytes";
import { planRetry } from "./stream";
import {
  AUDIT_STREAM_BATCH_ROWS,
  AUDIT_STREAM_CLAIM_MS,
  AUDIT_STREAM_FAILING_MAX_HOURS,
  AUDIT_STREAM_KEPT_DAYS,
  AUDIT_STREAM_OBJECT_GAP_MS,
} from "./stream-limits";
import {
  CLAIM_STREAMS,
  COLLECT_ROWS,
  CONFIRM_BATCH,
  ERASE_UNSENT,
  FAIL_BATCH,
  HAS_STREAMS,
  LOCK_TAIL,
  READ_BATCH,
  RELEASE_STREAM,
} from "./streams.sql";
import { writeBatch } from "./write-rows";

type Claimed = RowOf<typeof CLAIM_STREAMS>;

const TRANSACTIONS_MAX = 2_000;
const STREAMS_AT_ONCE = 8;
/** A turn must end before its lease does. */
const TURN_MS = 30_000;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

const keptSince = (): Date => new Date(nowMs() - AUDIT_STREAM_KEPT_DAYS * DAY_MS);

export async function drainStreams(): Promise<boolean> {
  const [found] = await query(HAS_STREAMS);
  if (!found?.hasStreams) return true;
  const [round] = await transaction(async (tx) => {
    await tx.query(LOCK_TAIL);
    return tx.query(COLLECT_ROWS, { transactionsMax: TRANSACTIONS_MAX, since: keptSince() });
  });
  const at = now();
  const lease = new Date(at.getTime() + AUDIT_STREAM_CLAIM_MS);
  const streams = await query(CLAIM_STREAMS, { at, leaseEnd: lease, limit: STREAMS_AT_ONCE });
  await Promise.all(streams.map(sendStream));
  return streams.length === 0 && round?.hasMore !== true;
}

/** One stream that cannot be sent must not stop the others. Its lease expires by itself. */
async function sendStream(stream: Claimed): Promise<void> {
  try {
    await sendWaiting(stream, nowMs() + TURN_MS);
  } catch (error) {
    log().error({ error, streamId: stream.id }, "an audit stream was not sent");
  }
}

async function sendWaiting(stream: Claimed, untilMs: number): Promise<void> {
  const { id, billingEntityId } = stream;
  for (;;) {
    if (!(await mayRead(stream))) return pauseForReason({ streamId: id, billingEntityId }, "access", null);
    const rows = await query(READ_BATCH, { streamId: id, billingEntityId, limit: AUDIT_STREAM_BATCH_ROWS });
    const [first, ...others] = rows;
    if (!first) break;
    const failure = await sendBytes(stream, writeBatch(stream, [first, ...others]));
    if (failure !== null) return recordFailure(stream, failure);
    const at = now();
    const isLast = rows.length < AUDIT_STREAM_BATCH_ROWS;
    const gapMs = isLast && stream.kind === "s3" ? AUDIT_STREAM_OBJECT_GAP_MS : 0;
    const sent = rows.at(-1)?.seq ?? first.seq;
    const next = new Date(at.getTime() + gapMs);
    const confirmed = await query(CONFIRM_BATCH, { streamId: id, sent, at, rows: rows.length, nextAttemptAt: next });
    if (confirmed.length === 0) return;
    if (isLast || nowMs() >= untilMs) break;
  }
  await query(RELEASE_STREAM, { streamId: id });
}

/** Access is checked before each batch, so losing the role stops the stream. */
async function mayRead({ runById, billingEntityId }: Claimed): Promise<boolean> {
  if (runById === null) return false;
  const areas = await openAuditAreas({ id: runById, isAdmin: false });
  return areas.some((area) => area.billingEntityId === billingEntityId);
}

async function recordFailure({ id, billingEntityId, failures, failingSince }: Claimed, failure: string): Promise<void> {
  const at = now();
  await query(FAIL_BATCH, { streamId: id, at, failure, nextAttemptAt: planRetry(failures + 1, at, Math.random()) });
  const sinceMs = at.getTime() - (failingSince ?? at).getTime();
  if (sinceMs < AUDIT_STREAM_FAILING_MAX_HOURS * HOUR_MS) return;
  await pauseForReason({ streamId: id, billingEntityId }, "failing", null);
}

export function eraseUnsentRows(): Promise<boolean> {
  return eraseInBatches((limit) => query(ERASE_UNSENT, { before: keptSince(), limit }));
}
