// SQL: locks, and writes that check or record in the same statement.

import { bytes, instant, statement, text, textArray } from "../../db/statement";

/** FOR SHARE: a concurrent removal from the organization either finds the grant and ends it, or no grant is created. */
export const LOCK_MEMBERSHIP = statement({
  name: "lock_membership_of_context",
  params: [text, text],
  row: {},
  text: `
    SELECT FROM organization_memberships m JOIN organizations o ON o.id = m.organization_id
    WHERE o.billing_entity_id = $1 AND m.user_id = $2 FOR SHARE OF m`,
});

export const INSERT_GRANT = statement({
  name: "insert_oauth_grant",
  params: [text, text, text, text, textArray, text, instant, instant],
  row: { id: text },
  text: `
    INSERT INTO oauth_grants (id, app_id, user_id, billing_entity_id, scopes, audience, created_at, expires_at)
    SELECT $1, $2, $3, $4, $5, $6, $7, $8
    WHERE EXISTS (SELECT FROM users u WHERE u.id = $3 AND u.billing_entity_id = $4)
      OR EXISTS (
        SELECT FROM organizations o JOIN organization_memberships m ON m.organization_id = o.id
        WHERE o.billing_entity_id = $4 AND o.is_active AND m.user_id = $3)
    RETURNING id`,
});

const revokeGrantsWhere = (condition: string, reason: string) => `
  WITH ended AS (
    UPDATE oauth_grants SET revoked_at = $1, revoked_reason = '${reason}'
    WHERE ${condition} AND revoked_at IS NULL AND expires_at > $1 RETURNING id
  )
  INSERT INTO oauth_grant_events (grant_id, kind, at) SELECT id, 'revoked', $1 FROM ended
  RETURNING grant_id AS "grantId"`;

export const REVOKE_GRANTS_OF_APP = statement({
  name: "revoke_grants_of_app",
  params: [instant, text],
  row: { grantId: text },
  text: revokeGrantsWhere("app_id = $2", "app_deactivated"),
});

export const REVOKE_GRANTS_IN_CONTEXT = statement({
  name: "revoke_grants_in_context",
  params: [instant, text, text],
  row: { grantId: text },
  text: revokeGrantsWhere("user_id = $2 AND billing_entity_id = $3", "left_organization"),
});

export const REVOKE_GRANTS_OF_PERSON = statement({
  name: "revoke_grants_of_person",
  params: [instant, text],
  row: { grantId: text },
  text: revokeGrantsWhere("user_id = $2", "user"),
});

/** RFC 7009: only the app that a token was issued to may revoke it. */
export const REVOKE_CLIENT_ACCESS_TOKEN = statement({
  name: "revoke_client_access_token",
  params: [bytes, text, instant],
  row: {},
  text: `
    UPDATE oauth_access_tokens t SET revoked_at = $3 FROM oauth_grants g
    WHERE t.hash = $1 AND t.revoked_at IS NULL AND g.id = t.grant_id AND g.app_id = $2`,
});
