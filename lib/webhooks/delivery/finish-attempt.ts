import { createBatch } from "../../db/batch";
import { database, query } from "../../db/transaction";
import { UNITS, WEBHOOK_FAILURES_MAX } from "../../platform/limits";
import { count, observe } from "../../platform/meters";
import { shared } from "../../platform/shared";
import { FINISH_ATTEMPTS, FINISHED_COLUMNS, TALLY_COLUMNS } from "../history/attempts.sql";
import { pauseDeliveries } from "../settings/pause";
import type { AttemptFacts } from "./delivery";

/** One finished attempt: its history row, and the next state of its delivery. */
export interface FinishedAttempt extends AttemptFacts {
  deliveryId: string;
  isTest: boolean;
  payload: string;
  requestHeaders: Readonly<Record<string, string>>;
  responsePreview: string | null;
  /** Attempts of the delivery so far; an attempt that could not be paid does not count. */
  attempts: number;
  lease: string;
  reservationId: string | null;
  /** The entity that pays without a reservation, because it has no limit; null: it is paid by its reservation, or already. */
  payerId: string | null;
  /** A caller waits for the outcome. */
  isAwaited: boolean;
  /** Not counted for or against the receiver: a test, or an attempt that was not sent. */
  isNeutral: boolean;
}

function writeValue(value: FinishedAttempt[keyof FinishedAttempt]) {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}

interface Tally {
  id: string;
  /** Final failures since the last success of this batch; without one they add to the earlier ones. */
  failures: number;
  succeededAt: Date | null;
  failedAt: Date | null;
}

function tallyOf(attempts: readonly FinishedAttempt[]): Tally[] {
  const tallies = new Map<string, Tally>();
  for (const { webhookId, success, finalizedAt, isNeutral } of attempts) {
    if (isNeutral || finalizedAt === null) continue;
    const before = tallies.get(webhookId);
    tallies.set(webhookId, {
      id: webhookId,
      failures: success ? 0 : (before?.failures ?? 0) + 1,
      succeededAt: success ? finalizedAt : (before?.succeededAt ?? null),
      failedAt: success ? (before?.failedAt ?? null) : finalizedAt,
    });
  }
  return [...tallies.values()];
}

async function saveAttempts(attempts: readonly FinishedAttempt[]): Promise<void> {
  const columns = FINISHED_COLUMNS.map(([name]) => attempts.map((attempt) => writeValue(attempt[name])));
  const tallies = tallyOf(attempts);
  const tallied = TALLY_COLUMNS.map(([name]) => tallies.map((tally) => tally[name]));
  const inactive = await query(FINISH_ATTEMPTS, [...columns, ...tallied, WEBHOOK_FAILURES_MAX]);
  // If this fails, the sweep pauses them.
  await pauseDeliveries(
    database,
    inactive.map(({ id }) => id),
  );
}

function countAttempt({ error, durationMs, reservationId, payerId }: FinishedAttempt): void {
  count("svc_delivery_attempts_total", { outcome: error ?? "success" });
  if (durationMs !== null) observe("svc_delivery_attempt_seconds", {}, durationMs / 1000);
  if (reservationId !== null || payerId !== null) count("svc_units_charged_total", {}, UNITS.webhookDelivery);
}

/** So many attempts, or those that end within so long, share a statement. Until then a crash repeats them. */
const TOGETHER = 48;
export const FINISH_LINGER_MS = 50;

const finishTogether = (attempt: FinishedAttempt) =>
  shared("finish-attempts", () =>
    createBatch(
      async (attempts: readonly FinishedAttempt[]) => {
        await saveAttempts(attempts);
        attempts.forEach(countAttempt);
        return attempts;
      },
      { lingerMs: FINISH_LINGER_MS, enough: TOGETHER, isUrgent: ({ isAwaited }) => isAwaited, name: "finish-attempts" },
    ),
  )(attempt);

/**
 * History, delivery, webhook and unit of an attempt are one statement; attempts that end together share it. If it
 * fails, the claim lapses, and the delivery is attempted again under the same id.
 */
export function finishAttempt(attempt: FinishedAttempt): Promise<FinishedAttempt> {
  return finishTogether(attempt);
}
