// SQL: every request passes one of these.

import { isoText } from "../../db/pool";
import {
  boolean,
  bytes,
  bytesArray,
  instant,
  instantText,
  integer,
  narrowed,
  nullable,
  present,
  statement,
  text,
  textArray,
} from "../../db/statement";
import type { Plan } from "../../platform/limits";
import { isOpenSession } from "../access.sql";
import { SUSPENSION } from "../suspension";

const BILLING_ROW = { entityId: text, plan: narrowed<Plan>()(text), seats: integer, suspension: SUSPENSION };

/** There is no cache, so a revoked key is refused from the next request. */
export const FIND_API_KEYS = statement({
  name: "find_api_keys",
  params: { hashIndexes: textArray },
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
    monthly_units_max: nullable(integer),
    recorded_until: nullable(instant),
    allowed_networks: present(textArray),
    ...BILLING_ROW,
  },
  text: (p) => `
    SELECT k.id, k.hash_index, k.hash, k.scopes, k.organization_id, k.user_id, k.expires_at, k.revoked_at,
           k.last_used_at, k.monthly_units_max, k.recorded_until, k.allowed_networks, b.id AS "entityId", b.plan::text AS plan,
           b.seats, b.suspension
    FROM api_keys k
    JOIN billing_entities b ON b.id = k.billing_entity_id
    WHERE k.hash_index = ANY(${p.hashIndexes})`,
});

export const FIND_ACCESS_TOKENS = statement({
  name: "find_access_tokens",
  params: { hashes: bytesArray },
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
    email: text,
    name: text,
    locale: text,
    person_created_at: instantText,
    app_id: text,
    app_is_active: boolean,
    allowed_scopes: present(textArray),
    actor_type: narrowed<"USER" | "AGENT">()(text),
    organization_id: nullable(text),
    ...BILLING_ROW,
  },
  text: (p) => `
    SELECT t.id, t.hash, t.scopes, t.expires_at, t.revoked_at, g.id AS grant_id, g.revoked_at AS grant_revoked_at,
           g.last_used_at, g.audience, g.user_id, u.email, u.name, u.locale,
           ${isoText("u.created_at")} AS person_created_at, a.id AS app_id, a.is_active AS app_is_active, a.allowed_scopes,
           a.actor_type::text AS actor_type, o.id AS organization_id, b.id AS "entityId", b.plan::text AS plan, b.seats,
           b.suspension
    FROM oauth_access_tokens t
    JOIN oauth_grants g ON g.id = t.grant_id
    JOIN users u ON u.id = g.user_id
    JOIN oauth_apps a ON a.id = g.app_id
    JOIN billing_entities b ON b.id = g.billing_entity_id
    LEFT JOIN organizations o ON o.billing_entity_id = b.id
    WHERE t.hash = ANY(${p.hashes})`,
});

export const FIND_CLI_SESSIONS = statement({
  name: "find_cli_sessions",
  params: { hashes: bytesArray, now: instant },
  row: {
    id: text,
    hash: present(bytes),
    lastUsedAt: instant,
    expiresAt: instant,
    deviceName: present(text),
    userId: text,
    email: text,
    name: text,
    locale: text,
    isAdmin: boolean,
  },
  text: (p) => `
    SELECT s.id, s.token_hash AS hash, s.last_used_at AS "lastUsedAt", s.expires_at AS "expiresAt",
           s.device_name AS "deviceName", u.id AS "userId", u.email, u.name, u.locale, u.is_admin AS "isAdmin"
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.token_hash = ANY(${p.hashes}) AND ${isOpenSession(p.now)}`,
});

export const FIND_PERSON_BILLING = statement({
  name: "find_person_billing",
  params: { userId: text, organizationId: nullable(text) },
  row: BILLING_ROW,
  text: (p) => `
    SELECT b.id AS "entityId", b.plan::text AS plan, b.seats, b.suspension
    FROM users u JOIN billing_entities b ON b.id = u.billing_entity_id
    WHERE u.id = ${p.userId} AND ${p.organizationId}::text IS NULL
    UNION ALL
    SELECT b.id, b.plan::text, b.seats, b.suspension
    FROM organization_memberships m JOIN organizations o ON o.id = m.organization_id AND o.is_active
    JOIN billing_entities b ON b.id = o.billing_entity_id
    WHERE m.user_id = ${p.userId} AND m.organization_id = ${p.organizationId}`,
});
