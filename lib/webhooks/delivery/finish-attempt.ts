import { sharedBatch } from "../../db/batch";
import { database, query } from "../../db/transaction";
import { UNITS, WEBHOOK_FAILURES_MAX } from "../../platform/limits";
import { count, observe } from "../../platform/meters";
import { shared } from "../../platform/shared";
import { FINISH_ATTEMPTS, FINISHED_COLUMNS, nameColumns, TALLY_COLUMNS } from "../history/attempts.sql";
import { pauseDeliveries } from "../settings/pause";
import type { AttemptFacts } from "./delivery";

export interface FinishedAttempt extends AttemptFacts {
  deliveryId: string;
  isTest: boolean;
  payload: string;
  requestHeaders: Readonly<Record<string, string>>;
  responsePreview: string | null;
  attempts: number;
  lease: string;
  reservationId: string | null;
  /** The entity pays without a reservation when it has no limit. */
  payerId: string | null;
  isAwaited: boolean;
  /** Tests and unsent attempts count neither for nor against the receiver. */
  isNeutral: boolean;
}

function writeValue(value: FinishedAttempt[keyof FinishedAttempt]) {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}

interface Tally {
  id: string;
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
  const columns = nameColumns("made", FINISHED_COLUMNS, ([name]) =>
    attempts.map((attempt) => writeValue(attempt[name])),
  );
  const tallies = tallyOf(attempts);
  const tallied = nameColumns("tally", TALLY_COLUMNS, ([name]) => tallies.map((tally) => tally[name]));
  const inactive = await query(FINISH_ATTEMPTS, { ...columns, ...tallied, failuresMax: WEBHOOK_FAILURES_MAX });
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

const finishTogether = sharedBatch("finish-attempts", async (attempts: readonly FinishedAttempt[]) => {
  await saveAttempts(attempts);
  attempts.forEach(countAttempt);
  return attempts;
});

/** Flush after 48 attempts or 50 ms. A crash before the flush repeats them under the same delivery ids. */
const FLUSH_AT = 48;
export const FLUSH_MS = 50;

const gathering = () => shared("gathered-attempts", createGathering);

function createGathering() {
  let waiting: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    const ready = waiting;
    waiting = [];
    for (const resume of ready) resume();
  };
  const wait = () =>
    new Promise<void>((resume) => {
      waiting.push(resume);
      if (waiting.length === 1) timer = setTimeout(flush, FLUSH_MS);
      if (waiting.length === FLUSH_AT) flush();
    });
  return { flush, wait };
}

export async function finishAttempt(attempt: FinishedAttempt): Promise<FinishedAttempt> {
  if (attempt.isAwaited) gathering().flush();
  else await gathering().wait();
  return finishTogether(attempt);
}
