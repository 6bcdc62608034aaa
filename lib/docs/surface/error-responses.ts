import { z } from "zod";
import { ADDRESS_NOT_ALLOWED } from "../../access/address-refusal";
import { SCOPES } from "../../access/scopes";
import { SUSPENDED } from "../../access/suspension";
import { SUSPENSION_REASONS } from "../../access/suspension-reasons";
import type { Endpoint } from "../../api/endpoint";
import { ErrorBody, statusOf } from "../../api/errors";
import type { Gate } from "../../api/surfaces";
import type { ErrorCode } from "../../platform/errors";
import { BURST_SCOPES } from "../../usage/burst";

export const COMMON_CODES: readonly ErrorCode[] = [
  "unauthenticated",
  "invalid_api_key",
  "expired_api_key",
  "revoked_api_key",
  "insufficient_scope",
  // A suspended tenant, or an API key from a forbidden address; `details.reason` says which.
  "forbidden",
  "validation_error",
  "rate_limit_exceeded",
  "api_units_exceeded",
  "internal_error",
  "rate_limit_backend_unavailable",
];
const OF_KIND: Readonly<Record<Endpoint["kind"], readonly ErrorCode[]>> = {
  read: [],
  write: ["idempotency_conflict"],
  action: ["idempotency_conflict"],
};
/** The operation itself refuses what the gates let pass. */
export const GATE_OF: Readonly<Record<ErrorCode, Gate | "operation" | null>> = {
  unauthenticated: "requireCredential",
  invalid_api_key: "requireCredential",
  expired_api_key: "requireCredential",
  revoked_api_key: "requireCredential",
  insufficient_scope: "requireScope",
  forbidden: "requireAccess",
  not_found: "requireAccess",
  room_not_found: "requireAccess",
  rate_limit_exceeded: "limitBurst",
  rate_limit_backend_unavailable: "limitBurst",
  api_units_exceeded: "reserveUnits",
  idempotency_conflict: "claimIdempotency",
  validation_error: "operation",
  version_conflict: "operation",
  webhook_inactive: "operation",
  internal_error: null,
};

/** §8: sizes are checked before everything else. */
const TOO_LARGE = { read: [414, 431], write: [413, 414, 431], action: [414, 431] } as const;

const Issue = z.object({ path: z.string(), message: z.string() }).meta({ id: "Issue" });
const Issues = z.object({ issues: z.array(Issue).optional() }).meta({ id: "ValidationDetails" });
const Scope = z
  .object({ requiredScope: z.string().meta({ examples: [...SCOPES], "x-svc-values": "scope" }) })
  .meta({ id: "ScopeDetails" });
const Refusal = z
  .object({
    reason: z
      .string()
      .optional()
      .meta({ examples: [...Object.values(SUSPENDED), ADDRESS_NOT_ALLOWED], "x-svc-values": "refusal" }),
    cause: z
      .string()
      .optional()
      .meta({ examples: [...SUSPENSION_REASONS], "x-svc-values": "suspension" }),
  })
  .meta({ id: "RefusalDetails" });
const Size = z.object({ limit: z.int(), unit: z.literal("bytes") }).meta({ id: "SizeDetails" });
const Repetition = z
  .object({
    reason: z.enum(["in_progress", "mismatch", "result_unavailable"]).meta({ "x-svc-values": "repetition" }),
  })
  .meta({ id: "RepetitionDetails" });
const Version = z.object({ currentVersion: z.int() }).meta({ id: "VersionDetails" });
const Burst = z
  .object({
    kind: z.literal("burst"),
    scope: z.string().meta({ examples: [...BURST_SCOPES], "x-svc-values": "burstScope" }),
    retryAfterSeconds: z.int(),
  })
  .meta({ id: "BurstDetails" });
const MonthlyUnits = z
  .object({
    kind: z.literal("monthly_units"),
    scope: z.literal("key").optional().meta({ description: "The key's own limit. Absent: its owner's limit" }),
    limit: z.int(),
    remaining: z.int(),
    resetAt: z.iso.datetime(),
  })
  .meta({ id: "MonthlyUnitsDetails" });

const SCHEMAS: Readonly<Record<string, readonly [name: string, ...details: z.ZodType[]]>> = {
  validation_error: ["ValidationError", Issues],
  "unauthenticated,invalid_api_key,expired_api_key,revoked_api_key": ["CredentialError"],
  "insufficient_scope,forbidden": ["PermissionError", Scope, Refusal],
  not_found: ["NotFoundError"],
  room_not_found: ["RoomNotFoundError"],
  "room_not_found,not_found": ["RoomResourceNotFoundError"],
  idempotency_conflict: ["RepetitionError", Repetition],
  "idempotency_conflict,version_conflict": ["VersionError", Repetition, Version],
  "idempotency_conflict,webhook_inactive": ["RedeliveryError", Repetition],
  "rate_limit_exceeded,api_units_exceeded": ["LimitError", Burst, MonthlyUnits],
  internal_error: ["InternalError"],
  "rate_limit_backend_unavailable,internal_error": ["UnavailableError"],
};

export function listFailures(endpoint: Endpoint): Map<number, ErrorCode[]> {
  const codes = new Set([...COMMON_CODES, ...OF_KIND[endpoint.kind], ...endpoint.errors]);
  const pairs = [
    ...[...codes].map((code) => [statusOf(code), code] as const),
    ...TOO_LARGE[endpoint.kind].map((status) => [status, "validation_error"] as const),
    ...(endpoint.alsoAnswers ?? []),
    // The database or the file store may be unavailable.
    [503, "internal_error"] as const,
  ];
  const failures = new Map<number, ErrorCode[]>();
  for (const [status, code] of pairs.sort(([a], [b]) => a - b))
    failures.set(status, [...(failures.get(status) ?? []), code]);
  return failures;
}

/** Clients can tell from the schema what a status of an operation means. */
const describeCodes = cached((key: string) => {
  const [name, ...details] = SCHEMAS[key] ?? [];
  if (name === undefined) throw new Error(`No schema is named for the codes ${key}`);
  return describeError(name, key.split(","), details);
});
const SizeError = describeError("SizeError", ["validation_error"], [Size]);

export function schemaOfFailure(status: number, codes: readonly ErrorCode[]) {
  const isSize = TOO_LARGE.write.some((tooLarge) => tooLarge === status);
  return isSize ? SizeError : describeCodes(codes.join(","));
}

function describeError(id: string, codes: readonly string[], details: readonly z.ZodType[]) {
  const [first, ...others] = details;
  const body = ErrorBody.omit({ details: true }).extend({ code: z.enum(codes).meta({ "x-svc-values": "errorCode" }) });
  const carried = first && (others.length > 0 ? z.union([first, ...others]) : first);
  return z.object({ error: carried ? body.extend({ details: carried.optional() }) : body }).meta({ id });
}

function cached<Value>(make: (key: string) => Value): (key: string) => Value {
  const values = new Map<string, Value>();
  return (key) => {
    const value = values.get(key) ?? make(key);
    values.set(key, value);
    return value;
  };
}
