/**
 * Every number of the contract, under the contract's own name (§ as noted). Nothing else may spell them.
 */

/** §2, §9 */
export const API_DESCRIPTION_VERSION = "2026-06-09";
/** The prefix `Svc` in header and token names stands for the service's own name. */
export const SERVICE_PREFIX = "svc";

/** §4 lists */
export const LIST_LIMIT_MIN = 1;
export const LIST_LIMIT_MAX = 200;
export const LIST_LIMIT_DEFAULT = 50;

/** §8 sizes and lengths */
export const REQUEST_BODY_MAX_BYTES = 1024 * 1024;
/**
 * A body that is too large only because of its JSON escapes, which triple a text at most, is read up to this size, to say
 * so.
 */
export const ESCAPED_BODY_MAX_BYTES = 3 * REQUEST_BODY_MAX_BYTES;
export const URL_MAX_BYTES = 8 * 1024;
export const HEADERS_MAX_BYTES = 32 * 1024;
/** Node's own parser must let through what the app is to judge by itself. */
export const PARSER_HEADERS_MAX_BYTES = 40 * 1024;
export const IDEMPOTENCY_KEY_MAX_LENGTH = 255;
export const MESSAGE_BODY_MAX_LENGTH = 10_000;
export const TASK_TITLE_MAX_LENGTH = 200;
export const TASK_DESCRIPTION_MAX_LENGTH = 10_000;
export const BOARD_NAME_MAX_LENGTH = 100;
export const BOARDS_PER_ROOM_MAX = 50;
/** Cards that one column of a board shows; filters find the rest. */
export const BOARD_COLUMN_MAX = 200;
export const RECORD_TITLE_MAX_LENGTH = 200;
export const RECORD_CONTENT_MAX_LENGTH = 200_000;
/** Earlier texts of one record; the oldest goes when another save would exceed it. */
export const RECORD_VERSIONS_MAX = 100;
export const APPROVAL_COMMENT_MAX_LENGTH = 2_000;

/** Tokens in one report of a secret scanner. */
export const LEAKS_PER_REPORT_MAX = 500;

/** Bounds for rooms and organizations that the contract leaves open. */
export const ROOM_NAME_MAX_LENGTH = 100;
export const ROOM_FIRST_MEMBERS_MAX = 200;
export const ORGANIZATION_NAME_MAX_LENGTH = 100;
export const ORGANIZATION_DESCRIPTION_MAX_LENGTH = 500;
export const ORGANIZATION_SEATS_MAX = 10_000;
/** Each organization comes with units of its own: without an end, one person would have units without an end. */
export const ORGANIZATIONS_OWNED_MAX = 10;
export const INVITATION_LIFETIME_MS = 14 * 24 * 60 * 60 * 1000;
/** People listed on one screen; a search finds the others. */
export const LISTED_PEOPLE_MAX = 200;

/** Files on `/v1`: how large they are, how long a signed URL is good, and what bounds a transfer. */
export const FILE_NAME_MAX_LENGTH = 255;
export const FILE_MAX_BYTES = 100 * 1024 * 1024;
export const FILE_URL_LIFETIME_MS = 15 * 60 * 1000;
/** A transfer fails when no bytes come for this long, or when it takes this long in all. */
export const FILE_TRANSFER_IDLE_MS = 30 * 1000;
export const FILE_TRANSFER_MAX_MS = 15 * 60 * 1000;
/** One upload's URL, used by at most this many requests at once in this process; each may take the file's whole size on disk. */
export const FILE_PUTS_AT_ONCE = 4;
/** An upload that is never completed is removed after this time. */
export const FILE_UPLOAD_RETENTION_MS = 24 * 60 * 60 * 1000;
/** Bytes without a row are removed after this time: longer, so that what a completion has just moved is never among them. */
export const FILE_ORPHAN_RETENTION_MS = 2 * FILE_UPLOAD_RETENTION_MS;
/** Bytes of files that a billing entity may keep, for each paid seat. */
export const STORED_BYTES_PER_SEAT = 10 * 1024 ** 3;
export const STORED_BYTES_MIN = 10 * 1024 ** 3;
export const FILE_STORE_TIMEOUT_MS = 30 * 1000;

/** Rooms that the workspace lists for one person. */
export const WORKSPACE_ROOMS_MAX = 500;

/** Live updates of a room: how often all watched rooms are looked at, and how far back, since rows of other processes come late. */
export const LIVE_POLL_MS = 2_000;
export const LIVE_LOOK_BACK_MS = 30_000;
/** A stream that resumes from an older event reads everything again. */
export const LIVE_RESUME_MAX_MS = 10 * 60 * 1000;
/** Covers changes between the rendering of a page and its live stream. */
export const LIVE_PAGE_AGE_MS = 10_000;
export const LIVE_EVENTS_MAX = 100;
/** How often the seats behind open streams are checked again; sessions are checked at every poll. */
export const LIVE_RECHECK_MS = 8_000;
export const LIVE_HEARTBEAT_MS = 15_000;
/** A stream ends by itself after this time; browsers open it again where they were. */
export const LIVE_STREAM_MAX_MS = 15 * 60 * 1000;
export const LIVE_STREAMS_PER_PERSON_MAX = 12;

/** §3, §8 idempotency */
export const IDEMPOTENCY_RETENTION_MS = 24 * 60 * 60 * 1000;
export const IDEMPOTENCY_TOMBSTONE_MS = 7 * 24 * 60 * 60 * 1000;

/** §8 bursts: fixed windows of 60 seconds, aligned to the epoch minute */
export const BURST_WINDOW_SECONDS = 60;
export const BILLING_ENTITY_BURST_MIN = 300;
export const BILLING_ENTITY_BURST_PER_SEAT = 60;
export const BILLING_ENTITY_BURST_MAX = 3_000;
export const API_KEY_BURST_PER_MINUTE = 120;
/** Requests without a credential that a table knows: this many of an address get their own response. */
export const UNAUTHENTICATED_PER_ADDRESS_PER_MINUTE = 300;
export const ACTOR_BURST_PER_MINUTE = 120;
/** Refusals by scope and access come before the burst; beyond this many of an actor they are 429. */
export const REFUSED_PER_ACTOR_PER_MINUTE = 600;
export const apiWriteBurstPerMinute = 30;
export const TOOL_CALL_BURST_PER_MINUTE = 120;
export const agentRunsPerMinute = 10;
export const agentConcurrentRuns = 3;
export const WEBHOOK_DELIVERIES_PER_MINUTE = 600;
/** A backend that has not answered by then is down: 503 reaches the caller within 2 s. */
export const BURST_BACKEND_TIMEOUT_MS = 1_200;
export const BACKEND_RETRY_AFTER_SECONDS = 5;

/** Messages in one request to the tool endpoint; only the oldest protocol version knows batches. */
export const MCP_BATCH_MAX = 10;

/** §4 agent runs. A run ends before the reservation of its units lapses. */
export const GATEWAY_ANSWER_MAX_BYTES = 1024 * 1024;
export const GATEWAY_CALL_TIMEOUT_MS = 2 * 60 * 1000;
export const GATEWAY_CHECK_TIMEOUT_MS = 15 * 1000;
/** An address out of reach is refused no sooner: how long its name took to resolve is not told. */
export const GATEWAY_REFUSAL_MIN_MS = 500;
export const AGENT_RUN_TIMEOUT_MS = 3 * 60 * 1000;
/** Runs of one billing entity that wait for their turn; more are refused. */
export const AGENT_RUNS_QUEUED_MAX = 100;
/** A run that has not started by then fails. */
export const AGENT_RUN_QUEUE_MAX_MS = 60 * 60 * 1000;
/** How often a running run asks whether it was cancelled, and how long it is silent before it counts as left behind. */
export const AGENT_RUN_PULSE_MS = 300;
export const AGENT_RUN_CLAIM_MS = 10 * 1000;
/** Times that a run is taken up again after a process ended under it. */
export const AGENT_RUN_ATTEMPTS_MAX = 3;
export const AGENT_INSTRUCTION_MAX_LENGTH = 4_000;
/** Recent messages that go into a prompt, and their characters in all. */
export const AGENT_CONTEXT_MESSAGES_MAX = 50;
export const AGENT_CONTEXT_MAX_LENGTH = 50_000;
export const AGENT_PROPOSALS_MAX = 50;
export const AGENT_SUMMARY_MAX_LENGTH = 20_000;

/** §8 monthly units */
export const MONTHLY_UNITS_PER_SEAT = 20_000;
export const MONTHLY_UNITS_MIN = 20_000;
/** A reservation left by a crash is released within 5 minutes; the sweep runs each minute. */
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

/** §6, §8 webhooks */
export const WEBHOOK_API_VERSION_V1 = "2025-10-23";
export const WEBHOOK_API_VERSION_V2 = "2026-06-09";
/** Legacy headers end at this instant; `Sunset` announces it. */
export const WEBHOOK_LEGACY_HEADER_SUNSET_AT = new Date("2026-12-31T00:00:00Z");
export const WEBHOOK_REPLAY_WINDOW_SECONDS = 300;
export const WEBHOOK_ATTEMPTS_MAX = 4;
export const WEBHOOK_BACKOFF_BASE_MS = 2_000;
export const WEBHOOK_CONNECT_TIMEOUT_MS = 5_000;
export const WEBHOOK_ATTEMPT_TIMEOUT_MS = 15_000;
export const WEBHOOK_ANSWER_MAX_BYTES = 64 * 1024;
export const WEBHOOK_PREVIEW_MAX_BYTES = 1024;
/** A claim outlives the longest attempt; a killed process's claims lapse after it. */
export const WEBHOOK_CLAIM_MS = 60_000;
/** Final failures in a row: the screen warns, and at the last number the webhook is deactivated. */
export const WEBHOOK_FAILURE_NOTICES = [5, 10, 15] as const;
export const WEBHOOK_FAILURES_MAX = 20;
/** History, finished deliveries and their events are kept for this time. */
export const WEBHOOK_HISTORY_RETENTION_DAYS = 90;
export const WEBHOOK_ROTATION_DEFAULT_DAYS = 7;
export const WEBHOOK_ROTATION_MAX_DAYS = 90;
export const WEBHOOK_NAME_MAX_LENGTH = 100;
export const WEBHOOK_URL_MAX_LENGTH = 2_048;
export const WEBHOOKS_PER_ROOM_MAX = 50;
export const WEBHOOK_CUSTOM_HEADERS_MAX = 20;
export const WEBHOOK_HEADER_VALUE_MAX_LENGTH = 1_024;

/** §4 connectors */
export const CONNECTOR_NAME_MAX_LENGTH = 100;
export const CONNECTOR_TARGET_MAX_LENGTH = 200;
export const CONNECTOR_URL_MAX_LENGTH = 2_048;
export const CONNECTOR_TOKEN_MAX_LENGTH = 4_096;
export const CONNECTOR_ROOMS_MAX = 200;
export const CONNECTORS_PER_ENTITY_MAX = 50;

/** How far behind the shown "last used" of a key or a grant may be: bringing it forward costs a write. */
export const USE_STALE_MS = 30_000;

/** Browser sessions: how long a sign-in lasts, how far behind "last used" may be, how many a person may have open. */
export const SESSION_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;
export const SESSION_USE_STALE_MS = 60 * 1000;
export const SESSIONS_PER_PERSON_MAX = 100;
/** Ended and expired sessions are erased after this time. */
export const SESSION_RETENTION_MS = 24 * 60 * 60 * 1000;
/** User agents and other headers are cut to this length before they are stored. */
export const STORED_HEADER_MAX_LENGTH = 512;

/** Older states are not told any more. Shorter than the retention, so nothing is told again once it was erased. */
export const NOTIFICATION_WINDOW_MS = 7 * 24 * 60 * 60 * 1000;
export const NOTIFICATION_RETENTION_DAYS = 90;
export const NOTIFICATIONS_PAGE_MAX = 50;

/** §8 audit */
export const AUDIT_RETENTION_YEARS = 7;

/** The details of requests are kept for this time; their sums, for the charts of a year. */
export const REQUEST_DETAILS_RETENTION_DAYS = 30;
export const REQUEST_HOURS_RETENTION_DAYS = 400;
/** Requests on one page of the list. */
export const REQUESTS_PAGE_MAX = 100;

/** §5, §8 tokens */
export const ACCESS_TOKEN_LIFETIME_MS = 60 * 60 * 1000;
export const REFRESH_TOKEN_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;
export const AUTHORIZATION_CODE_LIFETIME_MS = 60 * 1000;
/** From the app's redirect to the decision, signing in included. */
export const AUTHORIZATION_REQUEST_LIFETIME_MS = 60 * 60 * 1000;
export const REFERENCE_TOKEN_LIFETIME_MS = 5 * 60 * 1000;
/** An app may be approved on several devices; beyond this many the oldest approval ends. */
export const LIVE_GRANTS_MAX = 100;
/** Forms of the token and revocation endpoints are a few hundred bytes. */
export const OAUTH_BODY_MAX_BYTES = 32 * 1024;
/** Dead tokens and codes are of no use after a day; the timeline of a grant stays longer. */
export const DEAD_TOKEN_RETENTION_MS = 24 * 60 * 60 * 1000;
export const GRANT_TIMELINE_RETENTION_MS = 90 * 24 * 60 * 60 * 1000;

export type Plan = "STANDARD" | "UNLIMITED";
export interface Quota {
  plan: Plan;
  seats: number;
}

/** null: no limit on this plan. */
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
