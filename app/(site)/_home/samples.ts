import type { AuditEntry } from "@/lib/audit-log/list-audit";
import { presentEvent } from "@/lib/events/event";
import { WEBHOOK_API_VERSION_V2 } from "@/lib/platform/limits";
import type { GateReport } from "@/lib/requests/gate-reports";
import type { Refusal } from "@/lib/requests/refusal";
import { buildHeaders } from "@/lib/webhooks/delivery/headers";

/** Measured figures of the start page. `quote` is in docs/benchmarks.md, below the heading with the command; a test compares them. */
export const FIGURES = {
  delivery: { command: "npm run bench:webhooks", quote: "p50 3 ms, p99 8 ms" },
  audit: { command: "npm run bench:audit", quote: "p50 0.6 s, p99 1.5 s" },
  reach: { command: "npm run bench:oauth", quote: "2.43 times as many" },
} as const;

const AT = new Date("2026-11-23T10:42:07.418Z");
const ROOM_ID = "room_01kb1x7q9mf4dt3v8n5r2c6h0e";
const MESSAGE_ID = "msg_01kb1xd4z8e7gr5w3j9m1q6t2a";
const KEY = { id: "key_01kb1wq3n5h8k2y7d4r9v6m0tc", name: "Nightly report" };
export const MESSAGE_TEXT = "Deploy 214 is live";
export const SAMPLE_SECRET = "whsec_aG91c2VfcnVsZXM6X25vX3NlY3JldHNfb25fd2FsbHM";

const EVENT = {
  id: "evt_h4VqT0b8RkGm2XyZ7sLw1Q",
  type: "message.created",
  roomId: ROOM_ID,
  organizationId: "org_01kb1wj6x2c9s4f8p3t7n5q1rd",
  objectType: "message",
  objectId: MESSAGE_ID,
  v1Data: null,
  createdAt: AT,
};

export const WEBHOOK_BODY = JSON.stringify(presentEvent(EVENT));

export const WEBHOOK_HEADERS = buildHeaders({
  apiVersion: WEBHOOK_API_VERSION_V2,
  eventId: EVENT.id,
  eventType: EVENT.type,
  deliveryId: "0e0f8f9c-5a52-4b53-9d29-3c0c2f8a7b61",
  body: Buffer.from(WEBHOOK_BODY),
  secrets: [SAMPLE_SECRET],
  customHeaders: {},
  standardHeaders: false,
  now: AT,
});

export const CALL = `curl "$SVC_URL/v1/rooms/$SVC_ROOM_ID/messages" \\
  -H "Authorization: Bearer $SVC_ACCESS_TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"body":"${MESSAGE_TEXT}"}' | jq`;

const AIKO_ID = "usr_01kb1w9d7e3x5m8q2t6h4n0vsr";

export const CALL_RESULT = JSON.stringify(
  {
    id: MESSAGE_ID,
    roomId: ROOM_ID,
    authorId: AIKO_ID,
    body: MESSAGE_TEXT,
    createdAt: AT.toISOString(),
    updatedAt: AT.toISOString(),
  },
  null,
  2,
);

export const REFUSED = { method: "GET", route: "/v1/rooms/{roomId}/records", status: 403 };

export const REFUSED_GATES: readonly GateReport[] = [
  { gate: "requireCredential", verdict: "passed", micros: 610, authMethod: "api_key", credential: KEY },
  {
    gate: "requireActor",
    verdict: "passed",
    micros: 20,
    actor: { kind: "key", type: "app", credential: KEY, person: null },
  },
  {
    gate: "requireScope",
    verdict: "stopped",
    micros: 10,
    needed: "records:read",
    had: ["rooms:read", "messages:read"],
  },
  { gate: "requireAccess", verdict: "not_reached", micros: null, roomId: ROOM_ID, role: null, ids: {} },
  { gate: "limitBurst", verdict: "not_reached", micros: null, windows: [], resetSeconds: 0 },
  { gate: "reserveUnits", verdict: "not_reached", micros: null, limit: null, used: null, cost: null, resetAt: AT },
  { gate: "claimIdempotency", verdict: "not_reached", micros: null, key: "none" },
];

export const REFUSED_STOP: Refusal = {
  step: "requireScope",
  code: "insufficient_scope",
  cause: "scope_missing",
  values: { requiredScope: "records:read" },
  fix: { kind: "new_key_with_scope", href: "/settings/developer/api-keys/new?scope=records%3Aread" },
};

export const KEY_SCOPES = ["rooms:read", "messages:read", "tasks:read"];

type ShownEntry = Pick<AuditEntry, "method" | "route" | "status" | "surface"> &
  Pick<AuditEntry, "userId" | "userName" | "apiKeyId" | "keyName" | "appId" | "appName">;

const NO_ONE = { userId: null, userName: null, apiKeyId: null, keyName: null, appId: null, appName: null };
const AIKO = { ...NO_ONE, userId: AIKO_ID, userName: "Aiko Tanaka" };

export const AUDIT_ROWS: readonly ShownEntry[] = [
  { ...AIKO, surface: "session", method: "ACT", route: "api_key.rotate", status: 200 },
  {
    ...NO_ONE,
    surface: "v1",
    method: REFUSED.method,
    route: REFUSED.route,
    status: REFUSED.status,
    apiKeyId: KEY.id,
    keyName: KEY.name,
  },
  {
    ...AIKO,
    surface: "v1",
    method: "POST",
    route: "/v1/rooms/{roomId}/messages",
    status: 201,
    appId: "app_01kb1w4m9r7c2f5x8d3v6q1zne",
    appName: "Deploy bot",
  },
];

export const FIRST_PROVED_ENTRY = 90_111;

export const VERIFIED = `$ svc-audit-verify --key "$LOG_KEY" audit.ndjson
12480 rows are as they were signed in the log of 90112 entries.
Nothing is wrong.`;

const heard = (time: string, type: string) => `${time}  ${type.padEnd(24)}  signature verified  0 ms`;

export const LISTENED = `$ svc listen --room "$SVC_ROOM_ID"
Listening to Launch. Ctrl+C stops.
Signing secret: whsec_…
${heard("10:42:07", "message.created")}
${heard("10:42:31", "task.updated")}
^C
$ svc listen --room "$SVC_ROOM_ID"
Listening to Launch. Ctrl+C stops.
Signing secret: whsec_… (as before)
2 held events come first.
${heard("10:44:12", "record.created")}
${heard("10:44:12", "approval.requested")}`;
