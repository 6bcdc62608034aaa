/**
 * The limits of ops/prometheus/alerts.yaml, compared by a test, so that alerts and the administrators' screens judge alike.
 * An alert fires when its gauge has been above the limit for a while; a screen tells at once.
 */
export const ALERT_LIMITS = {
  SvcDeliveriesLate: { gauge: "svc_deliveries_oldest_due_seconds", above: 300 },
  SvcDatabasePoolWaiting: { gauge: "svc_database_waiting", above: 0 },
  SvcBackgroundLate: { gauge: "svc_background_oldest_due_seconds", above: 300 },
  SvcInngestSilent: { gauge: "svc_background_standing_in", above: 0 },
  SvcAuditLogBehind: { gauge: "svc_audit_log_lag_seconds", above: 60 },
  SvcSnapshotStale: { gauge: "svc_snapshot_age_seconds", above: 60 },
} as const;

/** How far back `SvcBackgroundFailures` looks for runs that failed for good. */
export const BACKGROUND_FAILURES_MINUTES = 15;

/** No alert watches these, because customers or the operator's own steps cause them: the screen alone tells. */
export const SCREEN_LIMITS = {
  mailLateSeconds: 300,
  auditStreamLateSeconds: 900,
  /** The archive works at night, and a night may fail. */
  archiveLateSeconds: 3 * 24 * 60 * 60,
} as const;
