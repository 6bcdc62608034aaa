import { pool } from "../../db/pool";
import { backgroundHealth } from "../../platform/background";
import { now } from "../../platform/clock";
import { env } from "../../platform/env";
import type { Family } from "../../platform/meters";
import { countHeldStreams } from "../../webhooks/listeners/streams";
import type { Backlog } from "./read-backlog";
import type { BacklogWatch } from "./refresh-backlog";

export const GAUGES = {
  svc_deliveries_due: { help: "Deliveries that are due, up to 10,000; those of listeners left out", labels: [] },
  svc_deliveries_oldest_due_seconds: { help: "Since when the oldest due delivery waits", labels: [] },
  svc_listener_streams: { help: "Listeners whose stream this process holds", labels: [] },
  svc_agent_runs: { help: "Agent runs that wait or run, up to 10,000 of each", labels: ["state"] },
  svc_background_runs: {
    help: "Runs of background functions that are due or under way, up to 10,000",
    labels: ["state"],
  },
  svc_background_oldest_due_seconds: { help: "Since when the oldest due run waits", labels: [] },
  svc_background_standing_in: { help: "1 while this process runs the functions because Inngest does not", labels: [] },
  svc_audit_stream_rows: { help: "Rows that wait to be sent by streams of the audit log, up to 10,000", labels: [] },
  svc_audit_stream_lag_seconds: { help: "Age of the oldest row that waits to be sent", labels: [] },
  svc_audit_log_lag_seconds: { help: "Age of the first row that is not signed yet, up to a day", labels: [] },
  svc_audit_archive_months_due: {
    help: "Months of the audit log that are to leave PostgreSQL, without held ones",
    labels: [],
  },
  svc_database_connections: { help: "Connections of this process's pool", labels: ["state"] },
  svc_database_connections_max: { help: "DATABASE_POOL_MAX", labels: [] },
  svc_database_waiting: { help: "Callers that wait for a connection of the pool", labels: [] },
  svc_snapshot_age_seconds: { help: "Age of the oldest database figure", labels: [] },
} as const satisfies Readonly<Record<string, Family>>;

type GaugeName = keyof typeof GAUGES;
export type Reading = Readonly<Record<GaugeName, number | Readonly<Record<string, number>>>>;

const EMPTY: Backlog = {
  deliveriesDue: 0,
  oldestDeliveryAt: null,
  backgroundDue: 0,
  backgroundRunning: 0,
  oldestBackgroundAt: null,
  agentRunsQueued: 0,
  agentRunsRunning: 0,
  auditStreamRows: 0,
  oldestAuditStreamRowAt: null,
  oldestUnsignedRowAt: null,
  archiveMonthsDue: 0,
};

export function readGauges(watch: Pick<BacklogWatch, "read" | "readAgeSeconds">): Reading {
  const backlog = watch.read() ?? EMPTY;
  const { totalCount, idleCount, waitingCount } = pool();
  return {
    svc_deliveries_due: backlog.deliveriesDue,
    svc_deliveries_oldest_due_seconds: ageOf(backlog.oldestDeliveryAt),
    svc_listener_streams: countHeldStreams(),
    svc_agent_runs: { queued: backlog.agentRunsQueued, running: backlog.agentRunsRunning },
    svc_background_runs: { due: backlog.backgroundDue, running: backlog.backgroundRunning },
    svc_background_oldest_due_seconds: ageOf(backlog.oldestBackgroundAt),
    svc_background_standing_in: backgroundHealth().isStandingIn ? 1 : 0,
    svc_audit_stream_rows: backlog.auditStreamRows,
    svc_audit_stream_lag_seconds: ageOf(backlog.oldestAuditStreamRowAt),
    svc_audit_log_lag_seconds: ageOf(backlog.oldestUnsignedRowAt),
    svc_audit_archive_months_due: backlog.archiveMonthsDue,
    svc_database_connections: { used: totalCount - idleCount, idle: idleCount },
    svc_database_connections_max: env().DATABASE_POOL_MAX,
    svc_database_waiting: waitingCount,
    svc_snapshot_age_seconds: watch.readAgeSeconds(),
  };
}

function ageOf(at: Date | null): number {
  return at === null ? 0 : Math.max(0, (now().getTime() - at.getTime()) / 1000);
}
