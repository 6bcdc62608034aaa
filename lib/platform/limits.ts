/** Every number of the contract is here under the contract's own name, and in no other file. */

export const API_DESCRIPTION_VERSION = "2026-06-09";
export const SERVICE_PREFIX = "svc";

export const LIST_LIMIT_MIN = 1;
export const LIST_LIMIT_MAX = 200;
export const LIST_LIMIT_DEFAULT = 50;

export const REQUEST_BODY_MAX_BYTES = 1024 * 1024;
/** JSON escapes can triple a text, so a body up to this size is read to say which limit it exceeds. */
export const ESCAPED_BODY_MAX_BYTES = 3 * REQUEST_BODY_MAX_BYTES;
export const URL_MAX_BYTES = 8 * 1024;
export const HEADERS_MAX_BYTES = 32 * 1024;
/** Node's parser must let through what the app refuses itself. */
export const PARSER_HEADERS_MAX_BYTES = 40 * 1024;
export const IDEMPOTENCY_KEY_MAX_LENGTH = 255;
export const MESSAGE_BODY_MAX_LENGTH = 10_000;
export const TASK_TITLE_MAX_LENGTH = 200;
export const TASK_DESCRIPTION_MAX_LENGTH = 10_000;
export const BOARD_NAME_MAX_LENGTH = 100;
export const BOARDS_PER_ROOM_MAX = 50;
export const BOARD_COLUMN_MAX = 200;
export const RECORD_TITLE_MAX_LENGTH = 200;
export const RECORD_CONTENT_MAX_LENGTH = 200_000;
export const RECORD_VERSIONS_MAX = 100;
export const APPROVAL_COMMENT_MAX_LENGTH = 2_000;

export const LEAKS_PER_REPORT_MAX = 500;

export const ROOM_NAME_MAX_LENGTH = 100;
export const ROOM_FIRST_MEMBERS_MAX = 200;
export const ORGANIZATION_NAME_MAX_LENGTH = 100;
export const ORGANIZATION_DESCRIPTION_MAX_LENGTH = 500;
export const ORGANIZATION_SEATS_MAX = 10_000;
export const ORGANIZATIONS_OWNED_MAX = 10;
export const INVITATION_LIFETIME_MS = 14 * 24 * 60 * 60 * 1000;
export const LISTED_PEOPLE_MAX = 200;

export const FILE_NAME_MAX_LENGTH = 255;
export const FILE_MAX_BYTES = 100 * 1024 * 1024;
export const FILE_URL_LIFETIME_MS = 15 * 60 * 1000;
export const FILE_TRANSFER_IDLE_MS = 30 * 1000;
export const FILE_TRANSFER_MAX_MS = 15 * 60 * 1000;
export const FILE_PUTS_AT_ONCE = 4;
export const FILE_UPLOAD_RETENTION_MS = 24 * 60 * 60 * 1000;
/** Orphans live longer than uploads, so that bytes that a completion has just moved are never among them. */
export const FILE_ORPHAN_RETENTION_MS = 2 * FILE_UPLOAD_RETENTION_MS;
export const STORED_BYTES_PER_SEAT = 10 * 1024 ** 3;
export const STORED_BYTES_MIN = 10 * 1024 ** 3;
export const FILE_STORE_TIMEOUT_MS = 30 * 1000;

export const WORKSPACE_ROOMS_MAX = 500;

export const LIVE_POLL_MS = 2_000;
export const LIVE_LOOK_BACK_MS = 30_000;
export const LIVE_RESUME_MAX_MS = 10 * 60 * 1000;
export const LIVE_PAGE_AGE_MS = 10_000;
export const LIVE_EVENTS_MAX = 100;
export const LIVE_RECHECK_MS = 8_000;
export const LIVE_HEARTBEAT_MS = 15_000;
export const LIVE_STREAM_MAX_MS = 15 * 60 * 1000;
export const LIVE_STREAMS_PER_PERSON_MAX = 12;

export const IDEMPOTENCY_RETENTION_MS = 24 * 60 * 60 * 1000;
export const IDEMPOTENCY_TOMBSTONE_MS = 7 * 24 * 60 * 60 * 1000;

export const BURST_WINDOW_SECONDS = 60;
export const BILLING_ENTITY_BURST_MIN = 300;
export const BILLING_ENTITY_BURST_PER_SEAT = 60;
export const BILLING_ENTITY_BURST_MAX = 3_000;
export const API_KEY_BURST_PER_MINUTE = 120;
export const UNAUTHENTICATED_PER_ADDRESS_PER_MINUTE = 300;
export const ACTOR_BURST_PER_MINUTE = 120;
/** §5 checks scope and access before the burst; beyond this many, an actor's refusals are 429. */
export const REFUSED_PER_ACTOR_PER_MINUTE = 600;
export const apiWriteBurstPerMinute = 30;
export const TOOL_CALL_BURST_PER_MINUTE = 120;
export const agentRunsPerMinute = 10;
export const agentConcurrentRuns = 3;
export const WEBHOOK_DELIVERIES_PER_MINUTE = 600;
/** A backend silent for this long is down, so that 503 reaches the caller within 2 s. */
export const BURST_BACKEND_TIMEOUT_MS = 1_200;
export const BACKEND_RETRY_AFTER_SECONDS = 5;

export const MCP_BATCH_MAX = 10;

export const GATEWAY_ANSWER_MAX_BYTES = 1024 * 1024;
export const GATEWAY_CALL_TIMEOUT_MS = 2 * 60 * 1000;
export const GATEWAY_CHECK_TIMEOUT_MS = 15 * 1000;
/** Refusals take at least this long, which hides how long the name took to resolve. */
export const GATEWAY_REFUSAL_MIN_MS = 500;
export const AGENT_RUN_TIMEOUT_MS = 3 * 60 * 1000;
export const AGENT_RUNS_QUEUED_MAX = 100;
export const AGENT_RUN_QUEUE_MAX_MS = 60 * 60 * 1000;
export const AGENT_RUN_PULSE_MS = 300;
export const AGENT_RUN_CLAIM_MS = 10 * 1000;
export const AGENT_RUN_ATTEMPTS_MAX = 3;
export const AGENT_INSTRUCTION_MAX_LENGTH = 4_000;
export const AGENT_CONTEXT_MESSAGES_MAX = 50;
export const AGENT_CONTEXT_MAX_LENGTH = 50_000;
export const AGENT_PROPOSALS_MAX = 50;
export const AGENT_SUMMARY_MAX_LENGTH = 20_000;

export const MONTHLY_UNITS_PER_SEAT = 20_000;
export const MONTHLY_UNITS_MIN = 20_000;
/** A reservation outlives an agent run. The sweep of each minute releases what a crash left within 5 minutes. */
export const RESERVATION_LIFETIME_MS = 4 * 60 * 1000;
export const UNITS = {
  restRead: 1,
  restWrite: 3,
  fileMetadata: 1,
  fileTransfer: 5,
  webhookDelivery: 1,
  toolRead: 2,
  toolWrite: 5,
  connectorAction: 10,
  agentRun: 20,
} as const;

export const WEBHOOK_API_VERSION_V1 = "2025-10-23";
export const WEBHOOK_API_VERSION_V2 = "2026-06-09";
export const WEBHOOK_LEGACY_HEADER_SUNSET_AT = new Date("2026-12-31T00:00:00Z");
export const WEBHOOK_REPLAY_WINDOW_SECONDS = 300;
export const WEBHOOK_ATTEMPTS_MAX = 4;
export const WEBHOOK_BACKOFF_BASE_MS = 2_000;
export const WEBHOOK_CONNECT_TIMEOUT_MS = 5_000;
export const WEBHOOK_ATTEMPT_TIMEOUT_MS = 15_000;
export const WEBHOOK_ANSWER_MAX_BYTES = 64 * 1024;
export const WEBHOOK_PREVIEW_MAX_BYTES = 1024;
/** A claim outlives the longest attempt; those of a killed process lapse after it. */
export const WEBHOOK_CLAIM_MS = 60_000;
export const WEBHOOK_FAILURE_NOTICES = [5, 10, 15] as const;
export const WEBHOOK_FAILURES_MAX = 20;
export const WEBHOOK_HISTORY_RETENTION_DAYS = 90;
export const WEBHOOK_ROTATION_DEFAULT_DAYS = 7;
export const WEBHOOK_ROTATION_MAX_DAYS = 90;
export const WEBHOOK_NAME_MAX_LENGTH = 100;
export const WEBHOOK_URL_MAX_LENGTH = 2_048;
export const WEBHOOKS_PER_ROOM_MAX = 50;
export const WEBHOOK_CUSTOM_HEADERS_MAX = 20;
export const WEBHOOK_HEADER_VALUE_MAX_LENGTH = 1_024;

export const CONNECTOR_NAME_MAX_LENGTH = 100;
export const CONNECTOR_TARGET_MAX_LENGTH = 200;
export const CONNECTOR_URL_MAX_LENGTH = 2_048;
export const CONNECTOR_TOKEN_MAX_LENGTH = 4_096;
export const CONNECTOR_ROOMS_MAX = 200;
export const CONNECTORS_PER_ENTITY_MAX = 50;

export const USE_STALE_MS = 30_000;

export const SESSION_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;
export const SESSION_USE_STALE_MS = 60 * 1000;
export const SESSIONS_PER_PERSON_MAX = 100;
export const SESSION_RETENTION_MS = 24 * 60 * 60 * 1000;
export const STORED_HEADER_MAX_LENGTH = 512;

export const NOTIFICATION_WINDOW_MS = 7 * 24 * 60 * 60 * 1000;
export const NOTIFICATION_RETENTION_DAYS = 90;
export const NOTIFICATIONS_PAGE_MAX = 50;

export const AUDIT_RETENTION_YEARS = 7;

export const REQUEST_DETAILS_RETENTION_DAYS = 30;
export const REQUEST_HOURS_RETENTION_DAYS = 400;
export const SERVICE_LOAD_RETENTION_DAYS = 30;
export const REQUESTS_PAGE_MAX = 100;

export const ACCESS_TOKEN_LIFETIME_MS = 60 * 60 * 1000;
export const REFRESH_TOKEN_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;
export const AUTHORIZATION_CODE_LIFETIME_MS = 60 * 1000;
export const AUTHORIZATION_REQUEST_LIFETIME_MS = 60 * 60 * 1000;
export const REFERENCE_TOKEN_LIFETIME_MS = 5 * 60 * 1000;
export const LIVE_GRANTS_MAX = 100;
export const OAUTH_BODY_MAX_BYTES = 32 * 1024;
export const DEAD_TOKEN_RETENTION_MS = 24 * 60 * 60 * 1000;
export const GRANT_TIMELINE_RETENTION_MS = 90 * 24 * 60 * 60 * 1000;

export type Plan = "STANDARD" | "UNLIMITED";
export interface Quota {
  plan: Plan;
  seats: number;
}

export function limitMonthlyUnits({ plan, seats }: Quota): number | null {
  return plan === "UNLIMITED" ? null : Math.max(MONTHLY_UNITS_MIN, MONTHLY_UNITS_PER_SEAT * seats);
}

export function limitEntityBurst({ plan, seats }: Quota): number | null {
  if (plan === "UNLIMITED") return null;
  return Math.min(BILLING_ENTITY_BURST_MAX, Math.max(BILLING_ENTITY_BURST_MIN, BILLING_ENTITY_BURST_PER_SEAT * seats));
}

export function limitStoredBytes({ plan, seats }: Quota): number | null {
  return plan === "UNLIMITED" ? null : Math.max(STORED_BYTES_MIN, STORED_BYTES_PER_SEAT * seats);
}
