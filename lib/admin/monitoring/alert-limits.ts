/**
 * A test compares these with ops/prometheus/alerts.yaml. An alert fires after a while above the limit; a screen shows
 * it at once.
 */
export const ALERT_LIMITS = {
  SvcDeliveriesLate: { gauge: "svc_deliveries_oldest_due_seconds", above: 300 },
  SvcDatabasePoolWaiting: { gauge: "svc_database_waiting", above: 0 },
  SvcBackgroundLate: { gauge: "svc_background_oldest_due_seconds", above: 300 },
  SvcInngestSilent: { gauge: "svc_background_standing_in", above: 0 },
  SvcAuditLogBehind: { gauge: "svc_audit_log_lag_seconds", above: 60 },
  SvcSnapshotStale: { gauge: "svc_snapshot_age_seconds", above: 60 },
} as const;

export const BACKGROUND_FAILURES_MINUTES = 15;

/** No alert watches these, because customers or the operator's own steps cause them. */
export const SCREEN_LIMITS = {
  mailLateSeconds: 300,
  auditStreamLateSeconds: 900,
  /** The archive works at night, and one night may fail. */
  archiveLateSeconds: 3 * 24 * 60 * 60,
} as const;
