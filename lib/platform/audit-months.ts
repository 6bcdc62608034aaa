/** The details of requests and the streams look for the rows of these whole months in PostgreSQL alone. */
export const AUDIT_HOT_MONTHS_MIN = 3;
