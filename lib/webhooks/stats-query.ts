import { now } from "../platform/clock";
import { sql } from "../platform/db";
import type { WebhookAccess } from "./open-webhook";

const HOUR_MS = 60 * 60 * 1000;

export interface HourOfDeliveries {
  hour: Date;
  succeeded: number;
  failed: number;
}

export interface SuccessSummary {
  webhookId: string;
  succeeded: number;
  /** For good, after their last retry. */
  failed: number;
  /** The last 24 hours, oldest first, each of them present. */
  hours: HourOfDeliveries[];
}

/** Whole hours, so that a sparkline's first bar is as wide as the others. */
function firstHour(hours: number): Date {
  return new Date((Math.floor(now().getTime() / HOUR_MS) - hours + 1) * HOUR_MS);
}

const OUTCOMES = `
  SELECT a.webhook_id AS "webhookId", date_trunc('hour', a.delivered_at) AS hour,
         count(*) FILTER (WHERE a.success)::int AS succeeded, count(*) FILTER (WHERE NOT a.success)::int AS failed
  FROM delivery_attempts a LEFT JOIN deliveries d ON d.id = a.delivery_id
  WHERE a.webhook_id = ANY($1) AND a.delivered_at >= $2 AND a.finalized_at IS NOT NULL AND d.is_test IS NOT TRUE
  GROUP BY 1, 2`;

/** Finished deliveries of the last 24 hours, for each of these webhooks, in their order. */
export async function readSuccess(webhookIds: readonly string[]): Promise<SuccessSummary[]> {
  const since = firstHour(24);
  const rows = await sql<HourOfDeliveries & { webhookId: string }>("read_webhook_success", OUTCOMES, [
    webhookIds,
    since,
  ]);
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
  /** Of attempts that were answered, in milliseconds; null without any. */
  p50Ms: number | null;
  p99Ms: number | null;
  /** By what came back: "2xx" … "5xx", or an error's name where nothing did. */
  byOutcome: { outcome: string; attempts: number }[];
}

/** Every attempt of the last so many hours. */
export async function readAttemptStats({ webhookId }: WebhookAccess, hours = 24): Promise<AttemptStats> {
  const values = [webhookId, firstHour(hours)];
  const where = "a.webhook_id = $1 AND a.delivered_at >= $2";
  const [[latency], byOutcome] = await Promise.all([
    sql<Omit<AttemptStats, "byOutcome">>(
      "read_attempt_latency",
      `SELECT count(*)::int AS attempts,
         round(percentile_cont(0.5) WITHIN GROUP (ORDER BY a.duration_ms) FILTER (WHERE a.status_code IS NOT NULL))::int AS "p50Ms",
         round(percentile_cont(0.99) WITHIN GROUP (ORDER BY a.duration_ms) FILTER (WHERE a.status_code IS NOT NULL))::int AS "p99Ms"
       FROM delivery_attempts a WHERE ${where}`,
      values,
    ),
    sql<{ outcome: string; attempts: number }>(
      "read_attempt_outcomes",
      `SELECT coalesce((a.status_code / 100)::text || 'xx', a.error, 'unknown') AS outcome, count(*)::int AS attempts
       FROM delivery_attempts a WHERE ${where} GROUP BY 1 ORDER BY 1`,
      values,
    ),
  ]);
  return { attempts: latency?.attempts ?? 0, p50Ms: latency?.p50Ms ?? null, p99Ms: latency?.p99Ms ?? null, byOutcome };
}

export interface LatestAttempt {
  webhookId: string;
  deliveredAt: Date;
  success: boolean;
}

/** The newest attempt of each of these webhooks; those without one are left out. */
export async function readLatestAttempts(webhookIds: readonly string[]): Promise<Map<string, LatestAttempt>> {
  const rows = await sql<LatestAttempt>(
    "read_latest_attempts",
    `SELECT l.* FROM unnest($1::text[]) AS w(id) CROSS JOIN LATERAL (
       SELECT a.webhook_id AS "webhookId", a.delivered_at AS "deliveredAt", a.success FROM delivery_attempts a
       WHERE a.webhook_id = w.id ORDER BY a.webhook_id DESC, a.id DESC LIMIT 1) l`,
    [webhookIds],
  );
  return new Map(rows.map((row) => [row.webhookId, row]));
}
