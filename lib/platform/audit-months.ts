/** Request details and audit streams read PostgreSQL alone, so these whole months stay there. */
export const AUDIT_HOT_MONTHS_MIN = 3;
