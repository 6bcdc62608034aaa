/** The variables that `lib/platform/env.ts` requires. The database does not exist: store tests replace it by their own. */
export const TEST_ENV = {
  NODE_ENV: /** @type {const} */ ("test"),
  SVC_ENVIRONMENT: "test",
  SVC_BASE_URL: "http://localhost:3000",
  SVC_SESSION_SECRET: `dev_${"s".repeat(43)}`,
  SVC_ENCRYPTION_KEY: `dev_k1:${"A".repeat(43)}=`,
  SVC_AUDIT_LOG_KEY: `dev_k1:${"A".repeat(43)}=`,
  SVC_VAPID_KEY: `dev_${"B".repeat(42)}A`,
  SVC_LOG_LEVEL: "silent",
  // Receivers and gateways of tests listen on loopback.
  SVC_ALLOWED_PRIVATE_TARGETS: "127.0.0.1",
  SVC_CONNECTOR_PRIVATE_TARGETS: "127.0.0.1",
  DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none",
  // Hundreds of callers at once wait for a slow machine longer than a person would.
  DATABASE_POOL_WAIT_MS: "240000",
};
