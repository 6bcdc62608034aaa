// biome-ignore-all lint/performance/noBarrelFile: the one entry of the package.
// biome-ignore-all lint/performance/noReExportAll: every one of their exports is public.
export { type AuditLog, type AuditLogSight, SvcAuditLogError } from "./audit-log.js";
export * from "./authorization.js";
export {
  type AuditLogEvidence,
  type CheckpointStore,
  type KeptCheckpoint,
  MemoryCheckpointStore,
} from "./checkpoint-store.js";
export { type OAuthOptions, Svc, type SvcOptions, type Upload } from "./client.js";
export * from "./errors.js";
export type * from "./generated/errors.js";
export type * from "./generated/types.js";
export * from "./generated/webhooks.js";
export type { Json } from "./json.js";
export type { Limits } from "./limits.js";
export * from "./page.js";
export * from "./response-promise.js";
export { type Credential, MemoryTokenStore, type TokenStore, type Tokens } from "./tokens.js";
export type { AttemptReport, Operation, RequestOptions, WriteOptions } from "./transport.js";
export * from "./webhooks.js";
