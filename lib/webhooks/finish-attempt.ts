import { createBatch } from "../platform/batch";
import { type Transaction, transaction } from "../platform/db";
import { WEBHOOK_FAILURES_MAX } from "../platform/limits";
import { shared } from "../platform/shared";
import { confirmReservations } from "../usage/end-reservations";
import { pauseDeliveries } from "./pause";

/** One attempt that is over: its history row, and what becomes of its delivery. */
export interface FinishedAttempt {
  id: string;
  webhookId: string;
  deliveryId: string;
  event: string;
  eventId: string | null;
  success: boolean;
  statusCode: number | null;
  error: string | null;
  attempt: number;
  durationMs: number | null;
  deliveredAt: Date;
  nextRetryAt: Date | null;
  finalizedAt: Date | null;
  payload: string;
  requestHeaders: Readonly<Record<string, string>>;
  responsePreview: string | null;
  /** What the delivery has behind it now; an attempt that could not be paid was none. */
  attempts: number;
  lease: string;
  reservationId: string | null;
  /** Says nothing about the receiver: a test, or an attempt that was not made. */
  isNeutral: boolean;
}

/** Columns as arrays: PostgreSQL reads them in a fraction of the time that it takes for a list of JSON objects. */
const COLUMNS = [
  ["id", "text"],
  ["webhookId", "text"],
  ["deliveryId", "uuid"],
  ["event", "text"],
  ["eventId", "text"],
  ["success", "boolean"],
  ["statusCode", "int"],
  ["error", "text"],
  ["attempt", "int"],
  ["durationMs", "int"],
  ["deliveredAt", "timestamptz"],
  ["nextRetryAt", "timestamptz"],
  ["finalizedAt", "timestamptz"],
  ["payload", "text"],
  ["requestHeaders", "jsonb"],
  ["responsePreview", "text"],
  ["attempts", "int"],
  ["lease", "timestamptz"],
] as const satisfies readonly (readonly [keyof FinishedAttempt, string])[];

/** The delivery follows only if the claim still holds: when it lapsed, another process has the last word. */
const FINISH = `
  WITH made AS (
    SELECT * FROM unnest(${COLUMNS.map(([, type], index) => `$${index + 1}::${type}[]`).join(", ")})
      AS m(${COLUMNS.map(([name]) => `"${name}"`).join(", ")})
  ), history AS (
    INSERT INTO delivery_attempts (id, webhook_id, delivery_id, event, event_id, success, status_code, error, attempt,
      duration_ms, delivered_at, next_retry_at, finalized_at, payload, request_headers, response_preview)
    SELECT m.id, "webhookId", "deliveryId", event, "eventId", success, "statusCode", error, attempt,
      "durationMs", "deliveredAt", "nextRetryAt", "finalizedAt", payload, "requestHeaders", "responsePreview"
    FROM made m WHERE EXISTS (SELECT 1 FROM deliveries d WHERE d.id = m."deliveryId")
  )
  UPDATE deliveries d SET attempts = m.attempts, next_attempt_at = m."nextRetryAt", claimed_until = NULL,
    state = (CASE WHEN m.success THEN 'SUCCEEDED' WHEN m."nextRetryAt" IS NULL THEN 'FAILED' ELSE 'RETRYING' END)::delivery_state
  FROM made m WHERE d.id = m."deliveryId" AND d.claimed_until = m.lease`;

function writeValue(value: FinishedAttempt[keyof FinishedAttempt]) {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}

/** Rows are locked in one order. A success that changes nothing worth knowing writes nothing. */
const TALLY = `
  WITH tally AS (
    SELECT * FROM json_to_recordset($1::json) AS t(id text, failures int, "succeededAt" timestamptz, "failedAt" timestamptz)
  ), counted AS (
    SELECT w.id, t."succeededAt", t."failedAt",
           CASE WHEN t."succeededAt" IS NULL THEN w.consecutive_failures ELSE 0 END + t.failures AS failures
    FROM tally t JOIN webhooks w ON w.id = t.id
    WHERE t.failures > 0 OR w.consecutive_failures > 0 OR w.last_success_at IS NULL
       OR w.last_success_at < t."succeededAt" - interval '1 second'
    ORDER BY w.id FOR UPDATE OF w
  )
  UPDATE webhooks w SET consecutive_failures = c.failures, last_success_at = coalesce(c."succeededAt", w.last_success_at),
    is_active = w.is_active AND c.failures < $2,
    disabled_at = CASE WHEN w.is_active AND c.failures >= $2 THEN c."failedAt" ELSE w.disabled_at END,
    disabled_reason = CASE WHEN w.is_active AND c.failures >= $2 THEN 'failures' ELSE w.disabled_reason END
  FROM counted c WHERE w.id = c.id
  RETURNING w.id, w.is_active AS "isActive"`;

interface Tally {
  id: string;
  /** Final failures since the last success of this batch, or since before it. */
  failures: number;
  succeededAt: Date | null;
  failedAt: Date | null;
}

function tallyOf(attempts: readonly FinishedAttempt[]): Tally[] {
  const tallies = new Map<string, Tally>();
  for (const { webhookId, success, finalizedAt, isNeutral } of attempts) {
    if (isNeutral || finalizedAt === null) continue;
    const before = tallies.get(webhookId) ?? { id: webhookId, failures: 0, succeededAt: null, failedAt: null };
    tallies.set(
      webhookId,
      success
        ? { ...before, failures: 0, succeededAt: finalizedAt }
        : { ...before, failures: before.failures + 1, failedAt: finalizedAt },
    );
  }
  return [...tallies.values()];
}

async function finishWithin(tx: Transaction, attempts: readonly FinishedAttempt[]): Promise<void> {
  const columns = COLUMNS.map(([name]) => attempts.map((attempt) => writeValue(attempt[name])));
  await tx.sql("finish_attempts", FINISH, columns);
  const tallies = tallyOf(attempts);
  if (tallies.length > 0) {
    const counted = await tx.sql<{ id: string; isActive: boolean }>("tally_webhooks", TALLY, [
      JSON.stringify(tallies),
      WEBHOOK_FAILURES_MAX,
    ]);
    const inactive = counted.filter(({ isActive }) => !isActive).map(({ id }) => id);
    if (inactive.length > 0) await pauseDeliveries(tx, inactive);
  }
  const paid = attempts.flatMap(({ reservationId }) => reservationId ?? []);
  if (paid.length > 0) await confirmReservations(tx, paid);
}

const finishTogether = () =>
  shared("finish-attempts", () =>
    createBatch<FinishedAttempt, undefined>(async (attempts) => {
      await transaction((tx) => finishWithin(tx, attempts));
      return attempts.map(() => undefined);
    }),
  );

/** History, delivery, webhook and unit of an attempt are one transaction; attempts that end together share it. */
export async function finishAttempt(attempt: FinishedAttempt): Promise<void> {
  await finishTogether()(attempt);
}
