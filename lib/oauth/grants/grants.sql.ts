// SQL: locks, and writes that check or record in the same statement.

import { bytes, instant, statement, text, textArray } from "../../db/statement";

/** FOR SHARE: a concurrent removal from the organization either finds the grant and ends it, or no grant is created. */
export const LOCK_MEMBERSHIP = statement({
  name: "lock_membership_of_context",
  params: { billingEntityId: text, userId: text },
  row: {},
  text: (p) => `
    SELECT FROM organization_memberships m JOIN organizations o ON o.id = m.organization_id
    WHERE o.billing_entity_id = ${p.billingEntityId} AND m.user_id = ${p.userId} FOR SHARE OF m`,
});

export const INSERT_GRANT = statement({
  name: "insert_oauth_grant",
  params: {
    id: text,
    appId: text,
    userId: text,
    billingEntityId: text,
    scopes: textArray,
    audience: text,
    at: instant,
    endsAt: instant,
  },
  row: { id: text },
  text: (p) => `
    INSERT INTO oauth_grants (id, app_id, user_id, billing_entity_id, scopes, audience, created_at, expires_at)
    SELECT ${p.id}, ${p.appId}, ${p.userId}, ${p.billingEntityId}, ${p.scopes}, ${p.audience}, ${p.at}, ${p.endsAt}
    WHERE EXISTS (SELECT FROM users u WHERE u.id = ${p.userId} AND u.billing_entity_id = ${p.billingEntityId})
      OR EXISTS (
        SELECT FROM organizations o JOIN organization_memberships m ON m.organization_id = o.id
        WHERE o.billing_entity_id = ${p.billingEntityId} AND o.is_active AND m.user_id = ${p.userId})
    RETURNING id`,
});

const revokeGrantsWhere = (p: { at: string }, condition: string, reason: string) => `
  WITH ended AS (
    UPDATE oauth_grants SET revoked_at = ${p.at}, revoked_reason = '${reason}'
    WHERE ${condition} AND revoked_at IS NULL AND expires_at > ${p.at} RETURNING id
  )
  INSERT INTO oauth_grant_events (grant_id, kind, at) SELECT id, 'revoked', ${p.at} FROM ended
  RETURNING grant_id AS "grantId"`;

export const REVOKE_GRANTS_OF_APP = statement({
  name: "revoke_grants_of_app",
  params: { at: instant, appId: text },
  row: { grantId: text },
  text: (p) => revokeGrantsWhere(p, `app_id = ${p.appId}`, "app_deactivated"),
});

export const REVOKE_GRANTS_IN_CONTEXT = statement({
  name: "revoke_grants_in_context",
  params: { at: instant, userId: text, billingEntityId: text },
  row: { grantId: text },
  text: (p) =>
    revokeGrantsWhere(p, `user_id = ${p.userId} AND billing_entity_id = ${p.billingEntityId}`, "left_organization"),
});

export const REVOKE_GRANTS_OF_PERSON = statement({
  name: "revoke_grants_of_person",
  params: { at: instant, userId: text },
  row: { grantId: text },
  text: (p) => revokeGrantsWhere(p, `user_id = ${p.userId}`, "user"),
});

export const REVOKE_CLIENT_ACCESS_TOKEN = statement({
  name: "revoke_client_access_token",
  params: { hash: bytes, appId: text, now: instant },
  row: {},
  text: (p) => `
    UPDATE oauth_access_tokens t SET revoked_at = ${p.now} FROM oauth_grants g
    WHERE t.hash = ${p.hash} AND t.revoked_at IS NULL AND g.id = t.grant_id AND g.app_id = ${p.appId}`,
});
