import type { AuthMethod } from "../access/caller";
import { createBatch } from "../platform/batch";
import { now } from "../platform/clock";
import { sql, type Transaction } from "../platform/db";
import { shared } from "../platform/shared";
import { END_RESERVATIONS } from "../usage/end-reservations";

export type Surface = "v1" | "mcp" | "connector" | "oauth" | "leaks";

/** §5: one row a response. */
export interface AuditRow {
  at: string;
  requestId: string;
  surface: Surface;
  method: string;
  /** The route's pattern, or `unmatched`; never the path, which may hold anything. */
  route: string;
  status: number;
  errorCode: string | null;
  authMethod: AuthMethod | null;
  actorType: "user" | "app" | "agent" | null;
  actorId: string | null;
  scopes: string;
  billingEntityId: string | null;
  organizationId: string | null;
  userId: string | null;
  apiKeyId: string | null;
  appId: string | null;
  grantId: string | null;
  /** The access token's own id; never the token or its hash. */
  externalTokenId: string | null;
  unitsCost: number;
  durationMs: number;
  /** Of a row that counts what an address sent beyond its window: the address, and how many requests. */
  address?: string;
  requests?: number;
}

/** The end of a request: its audit row, and what becomes of the units that were reserved for it. */
export interface Settlement {
  audit: AuditRow;
  reservation: { id: string; confirm: boolean } | null;
  /** The key whose last use is to be brought forward to now. */
  usedKeyId: string | null;
  /** The OAuth grant, likewise. */
  usedGrantId: string | null;
}

const READ_SETTLEMENTS = `
  SELECT * FROM json_to_recordset($1::json) AS s(
    at timestamptz, "requestId" text, surface text, method text, route text, status int, "errorCode" text,
    "authMethod" text, "actorType" text, "actorId" text, scopes text, "billingEntityId" text, "organizationId" text,
    "userId" text, "apiKeyId" text, "appId" text, "grantId" text, "externalTokenId" text, "unitsCost" int, "durationMs" int,
    address text, requests int, "reservationId" uuid, confirm boolean)`;

const INSERT_AUDIT = `
  INSERT INTO audit_log (at, request_id, surface, method, route, status, error_code, auth_method, actor_type, actor_id,
    scopes, billing_entity_id, organization_id, user_id, api_key_id, app_id, grant_id, external_token_id,
    units_cost, duration_ms, address, requests)
  SELECT at, "requestId", surface, method, route, status, "errorCode", "authMethod", "actorType", "actorId",
    scopes, "billingEntityId", "organizationId", "userId", "apiKeyId", "appId", "grantId", "externalTokenId",
    "unitsCost", "durationMs", address, coalesce(requests, 1)
  FROM settled`;

/** A row that somebody else is bringing forward right now needs no second one. */
const SHOW_GRANT_USE = `
  UPDATE oauth_grants SET last_used_at = $2
  WHERE id IN (SELECT id FROM oauth_grants WHERE id = ANY($3) FOR NO KEY UPDATE SKIP LOCKED)`;

/** Audit rows, ledger, and the last use of keys and grants in one statement. */
const SETTLE = `
  WITH settled AS (${READ_SETTLEMENTS}), audited AS (${INSERT_AUDIT}), acted AS (${SHOW_GRANT_USE}), used AS (
    UPDATE api_keys SET last_used_at = $2
    WHERE id IN (SELECT id FROM api_keys WHERE id = ANY($4) FOR UPDATE SKIP LOCKED)
  ), ended AS (SELECT "reservationId" AS id, confirm FROM settled), ${END_RESERVATIONS}`;

/** The ledger's row is everybody's: a write that took it would hold it until COMMIT. It marks its own reservation. */
const SETTLE_WRITE = `
  WITH settled AS (${READ_SETTLEMENTS}), audited AS (${INSERT_AUDIT}), acted AS (${SHOW_GRANT_USE})
  UPDATE unit_reservations r SET is_confirmed = true FROM settled s WHERE r.id = s."reservationId"`;

/** The first three values of both statements. */
function writeValues(settlements: readonly Settlement[]): [string, Date, string[]] {
  const rows = settlements.map(({ audit, reservation }) => ({
    ...audit,
    reservationId: reservation?.id ?? null,
    confirm: reservation?.confirm ?? false,
  }));
  return [JSON.stringify(rows), now(), unique(settlements.flatMap(({ usedGrantId }) => usedGrantId ?? []))];
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}

const settleTogether = () =>
  shared("settle", () =>
    createBatch<Settlement, undefined>(async (settlements) => {
      const usedKeyIds = unique(settlements.flatMap(({ usedKeyId }) => usedKeyId ?? []));
      await sql("settle", SETTLE, [...writeValues(settlements), usedKeyIds]);
      return settlements.map(() => undefined);
    }),
  );

/** Returns once the row is on disk: nothing that was answered is missing from audit or ledger. */
export async function settle(settlement: Settlement): Promise<void> {
  await settleTogether()(settlement);
}

/** A write settles inside its own transaction: a crash leaves all of it or none of it. */
export function settleWithin(tx: Transaction, settlements: readonly Settlement[]): void {
  tx.last("settle_write", SETTLE_WRITE, writeValues(settlements));
}
