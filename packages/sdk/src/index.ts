// biome-ignore-all lint/performance/noBarrelFile: the one entry of the package.
// biome-ignore-all lint/performance/noReExportAll: generated types, all of them public.
export {
  type AuthorizationOptions,
  beginAuthorization,
  finishAuthorization,
  type PendingAuthorization,
} from "./authorization.js";
export { Svc, type SvcOptions, type Upload } from "./client.js";
export {
  type Json,
  SvcApiError,
  SvcAuthorizationError,
  SvcConnectionError,
  SvcError,
  SvcTimeoutError,
  SvcWebhookError,
} from "./errors.js";
export type * from "./generated/errors.js";
export type * from "./generated/types.js";
export type * from "./generated/webhooks.js";
export type { Limits } from "./limits.js";
export { Page, PagePromise } from "./page.js";
export { ResponsePromise, type WithResponse } from "./response-promise.js";
export { type Credential, MemoryTokenStore, type OAuthOptions, type TokenStore, type Tokens } from "./tokens.js";
export type { AttemptReport, Operation, RequestOptions, WriteOptions } from "./transport.js";
export { type Delivery, isV1, isV2, sign, type UnwrapOptions, unwrap } from "./webhooks.js";
