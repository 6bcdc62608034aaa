import type { RowOf } from "../../db/statement";
import { query } from "../../db/transaction";
import { now } from "../../platform/clock";
import { lowestId } from "../../platform/ids";
import type { WebhookAccess } from "../settings/open-webhook";
import { COUNT_OUTCOMES, COUNT_OUTCOMES_BY_HOUR, MEASURE_LATENCY, READ_LATEST_ATTEMPTS } from "./history.sql";

const HOUR_MS = 60 * 60 * 1000;

export type HourOfDeliveries = Omit<RowOf<typeof COUNT_OUTCOMES_BY_HOUR>, "webhookId">;

export interface SuccessSummary {
  webhookId: string;
  succeeded: number;
  failed: number;
  hours: HourOfDeliveries[];
}

function firstHour(): Date {
  return new Date((Math.floor(now().getTime() / HOUR_MS) - 23) * HOUR_MS);
}

export async function readSuccess(webhookIds: readonly string[]): Promise<SuccessSummary[]> {
  const since = firstHour();
  const rows = await query(COUNT_OUTCOMES_BY_HOUR, { webhookIds, since, lowestId: lowestId("whd", since) });
  const counted = new Map(rows.map((row) => [`${row.webhookId} ${row.hour.getTime()}`, row]));
  return webhookIds.map((webhookId) => {
    const hours = Array.from({ length: 24 }, (_, n) => {
      const hour = new Date(since.getTime() + n * HOUR_MS);
      const row = counted.get(`${webhookId} ${hour.getTime()}`);
      return { hour, succeeded: row?.succeeded ?? 0, failed: row?.failed ?? 0 };
    });
    const sum = (key: "succeeded" | "failed") => hours.reduce((total, hour) => total + hour[key], 0);
    return { webhookId, succeeded: sum("succeeded"), failed: sum("failed"), hours };
  });
}

export interface AttemptStats {
  attempts: number;
  p50Ms: number | null;
  p99Ms: number | null;
  byOutcome: { outcome: string; attempts: number }[];
}

export async function readAttemptStats({ webhookId }: WebhookAccess): Promise<AttemptStats> {
  const since = firstHour();
  const [[latency], byOutcome] = await Promise.all([
    query(MEASURE_LATENCY, { webhookId, since, lowestId: lowestId("whd", since) }),
    query(COUNT_OUTCOMES, { webhookId, since, lowestId: lowestId("whd", since) }),
  ]);
  return { attempts: 0, p50Ms: null, p99Ms: null, ...latency, byOutcome };
}

export type LatestAttempt = RowOf<typeof READ_LATEST_ATTEMPTS>;

export async function readLatestAttempts(webhookIds: readonly string[]): Promise<Map<string, LatestAttempt>> {
  const latest = new Map<string, LatestAttempt>();
  // Few partitions come first, because most webhooks that deliver have done so lately.
  for (const since of [firstHour(), new Date(0)]) {
    const missing = webhookIds.filter((id) => !latest.has(id));
    if (missing.length === 0) break;
    for (const row of await query(READ_LATEST_ATTEMPTS, { webhookIds: missing, lowestId: lowestId("whd", since) }))
      latest.set(row.webhookId, row);
  }
  return latest;
}
