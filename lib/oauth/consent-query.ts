import { isScope, type Scope } from "../access/scopes";
import { now } from "../platform/clock";
import { sql } from "../platform/db";

/** Where an app may be let in: the person's own area, or an organization that they belong to. */
export interface GrantContext {
  billingEntityId: string;
  kind: "individual" | "organization";
  /** The person's own name, or the organization's. */
  name: string;
}

export const FIND_CONTEXTS = `
  SELECT u.billing_entity_id AS "billingEntityId", 'individual' AS kind, u.name FROM users u WHERE u.id = $1
  UNION ALL
  (SELECT o.billing_entity_id, 'organization', o.name
   FROM organization_memberships m JOIN organizations o ON o.id = m.organization_id
   WHERE m.user_id = $1 AND o.is_active
   ORDER BY o.name, o.id)`;

export function listGrantContexts(userId: string): Promise<GrantContext[]> {
  return sql<GrantContext>("list_grant_contexts", FIND_CONTEXTS, [userId]);
}

/** What the person has let this app do until now, and where. */
export interface EarlierConsent {
  scopes: ReadonlySet<Scope>;
  /** Newest first. */
  contexts: { billingEntityId: string; grantedAt: Date }[];
}

export async function findEarlierConsent(userId: string, appId: string): Promise<EarlierConsent> {
  const rows = await sql<{ billingEntityId: string; grantedAt: Date; scopes: string[] }>(
    "find_earlier_consent",
    `SELECT g.billing_entity_id AS "billingEntityId", g.created_at AS "grantedAt", g.scopes FROM oauth_grants g
     WHERE g.user_id = $1 AND g.app_id = $2 AND g.revoked_at IS NULL AND g.expires_at > $3
     ORDER BY g.id DESC LIMIT 100`,
    [userId, appId, now()],
  );
  return {
    scopes: new Set(rows.flatMap(({ scopes }) => scopes).filter(isScope)),
    contexts: rows.map(({ billingEntityId, grantedAt }) => ({ billingEntityId, grantedAt })),
  };
}
