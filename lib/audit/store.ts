import { createBatch } from "../platform/batch";
import { now } from "../platform/clock";
import { type Executor, sql } from "../platform/db";
import { shared } from "../platform/shared";

/** §5: one row a response. */
export interface AuditRow {
  at: string;
  requestId: string;
  surface: "v1" | "mcp" | "connector";
  method: string;
  /** The route's pattern, or `unmatched`; never the path, which may hold anything. */
  route: string;
  status: number;
  errorCode: string | null;
  authMethod: "api_key" | "oauth_bearer" | null;
  actorType: "user" | "app" | "agent" | null;
  actorId: string | null;
  scopes: string;
  billingEntityId: string | null;
  organizationId: string | null;
  userId: string | null;
  apiKeyId: string | null;
  externalTokenId: string | null;
  unitsCost: number;
  durationMs: number;
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

/**
 * Audit row, ledger and the last use of key or grant in one statement. The ledger follows the deleted reservation row, so a
 * reservation counts once whatever is repeated; ledger rows are locked in one order.
 */
const SETTLE = `
  WITH settled AS (
    SELECT * FROM json_to_recordset($1::json) AS s(
      at timestamptz, "requestId" text, surface text, method text, route text, status int, "errorCode" text,
      "authMethod" text, "actorType" text, "actorId" text, scopes text, "billingEntityId" text, "organizationId" text,
      "userId" text, "apiKeyId" text, "externalTokenId" text, "unitsCost" int, "durationMs" int,
      "reservationId" uuid, confirm boolean)
  ), audited AS (
    INSERT INTO audit_log (at, request_id, surface, method, route, status, error_code, auth_method, actor_type, actor_id,
      scopes, billing_entity_id, organization_id, user_id, api_key_id, external_token_id, units_cost, duration_ms)
    SELECT at, "requestId", surface, method, route, status, "errorCode", "authMethod", "actorType", "actorId",
      scopes, "billingEntityId", "organizationId", "userId", "apiKeyId", "externalTokenId", "unitsCost", "durationMs"
    FROM settled
  ), used AS (
    UPDATE api_keys SET last_used_at = $2
    WHERE id IN (SELECT id FROM api_keys WHERE id = ANY($3) FOR UPDATE SKIP LOCKED)
  ), acted AS (
    UPDATE oauth_grants SET last_used_at = $2
    WHERE id IN (SELECT id FROM oauth_grants WHERE id = ANY($4) FOR NO KEY UPDATE SKIP LOCKED)
  ), done AS (
    DELETE FROM unit_reservations r USING settled s WHERE r.id = s."reservationId"
    RETURNING r.billing_entity_id, r.month, r.units, s.confirm
  ), sums AS (
    SELECT billing_entity_id, month, sum(units)::int AS released,
           coalesce(sum(units) FILTER (WHERE confirm), 0)::int AS confirmed
    FROM done GROUP BY 1, 2
  ), locked AS (
    SELECT l.billing_entity_id, l.month FROM unit_ledger l JOIN sums USING (billing_entity_id, month)
    ORDER BY 1, 2 FOR UPDATE OF l
  )
  UPDATE unit_ledger l SET reserved = l.reserved - s.released, confirmed = l.confirmed + s.confirmed
  FROM sums s JOIN locked USING (billing_entity_id, month)
  WHERE l.billing_entity_id = s.billing_entity_id AND l.month = s.month`;

async function runSettle(settlements: readonly Settlement[], on: Executor): Promise<void> {
  const rows = settlements.map(({ audit, reservation }) => ({
    ...audit,
    reservationId: reservation?.id ?? null,
    confirm: reservation?.confirm ?? false,
  }));
  const usedKeyIds = [...new Set(settlements.flatMap(({ usedKeyId }) => usedKeyId ?? []))];
  const usedGrantIds = [...new Set(settlements.flatMap(({ usedGrantId }) => usedGrantId ?? []))];
  await on.sql("settle", SETTLE, [JSON.stringify(rows), now(), usedKeyIds, usedGrantIds]);
}

const settleTogether = () =>
  shared("settle", () =>
    createBatch<Settlement, undefined>(async (settlements) => {
      await runSettle(settlements, { sql });
      return settlements.map(() => undefined);
    }),
  );

/** Returns once the row is on disk: nothing that was answered is missing from audit or ledger. */
export async function settle(settlement: Settlement): Promise<void> {
  await settleTogether()(settlement);
}

/** A write settles inside its own transaction: a crash leaves all of it or none of it. */
export async function settleWithin(tx: Executor, settlement: Settlement): Promise<void> {
  await runSettle([settlement], tx);
}
