import type { Plan } from "../platform/limits";
import {
  boolean,
  bytes,
  bytesArray,
  instant,
  integer,
  narrowed,
  nullable,
  present,
  statement,
  text,
  textArray,
} from "../platform/statement";

const BILLING_ROW = { entityId: text, plan: narrowed<Plan>()(text), seats: integer };

/** Keys with their owners, entities and plans in one query. No cache: a revoked key is refused from the next request. */
export const FIND_API_KEYS = statement({
  name: "find_api_keys",
  params: [textArray],
  row: {
    id: text,
    hash_index: text,
    hash: bytes,
    scopes: present(textArray),
    organization_id: nullable(text),
    user_id: nullable(text),
    expires_at: nullable(instant),
    revoked_at: nullable(instant),
    last_used_at: nullable(instant),
    ...BILLING_ROW,
  },
  text: `
    SELECT k.id, k.hash_index, k.hash, k.scopes, k.organization_id, k.user_id, k.expires_at, k.revoked_at,
           k.last_used_at, b.id AS "entityId", b.plan::text AS plan, b.seats
    FROM api_keys k
    JOIN billing_entities b ON b.id = k.billing_entity_id
    WHERE k.hash_index = ANY($1)`,
});

/** Tokens with their grants, apps, entities and plans in one query. No cache here either. */
export const FIND_ACCESS_TOKENS = statement({
  name: "find_access_tokens",
  params: [bytesArray],
  row: {
    id: nullable(text),
    hash: bytes,
    scopes: present(textArray),
    expires_at: instant,
    revoked_at: nullable(instant),
    grant_id: text,
    grant_revoked_at: nullable(instant),
    last_used_at: nullable(instant),
    audience: text,
    user_id: text,
    app_id: text,
    app_is_active: boolean,
    allowed_scopes: present(textArray),
    actor_type: narrowed<"USER" | "AGENT">()(text),
    organization_id: nullable(text),
    ...BILLING_ROW,
  },
  text: `
    SELECT t.id, t.hash, t.scopes, t.expires_at, t.revoked_at, g.id AS grant_id, g.revoked_at AS grant_revoked_at,
           g.last_used_at, g.audience, g.user_id, a.id AS app_id, a.is_active AS app_is_active, a.allowed_scopes,
           a.actor_type::text AS actor_type, o.id AS organization_id, b.id AS "entityId", b.plan::text AS plan, b.seats
    FROM oauth_access_tokens t
    JOIN oauth_grants g ON g.id = t.grant_id
    JOIN oauth_apps a ON a.id = g.app_id
    JOIN billing_entities b ON b.id = g.billing_entity_id
    LEFT JOIN organizations o ON o.billing_entity_id = b.id
    WHERE t.hash = ANY($1)`,
});
