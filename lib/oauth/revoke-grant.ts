import type { Transaction } from "../platform/db";
import { keepHeader } from "../platform/mask-secrets";
import type { Cause, RevocationReason } from "./grant";
import type { GrantEvent } from "./timeline";

export async function recordGrantEvent(
  tx: Transaction,
  grantId: string,
  kind: GrantEvent,
  cause: Cause,
  at: Date,
): Promise<void> {
  await tx.sql(
    "record_grant_event",
    "INSERT INTO oauth_grant_events (grant_id, kind, address, user_agent, at) VALUES ($1, $2, $3, $4, $5)",
    [grantId, kind, cause.address, keepHeader(cause.userAgent), at],
  );
}

/** The grant and with it every token of its family; false when somebody was faster. Tokens die with the grant: each use reads it. */
export async function revokeGrant(
  tx: Transaction,
  grantId: string,
  reason: RevocationReason,
  cause: Cause,
  at: Date,
): Promise<boolean> {
  const revoked = await tx.sql(
    "revoke_grant",
    "UPDATE oauth_grants SET revoked_at = $2, revoked_reason = $3 WHERE id = $1 AND revoked_at IS NULL RETURNING id",
    [grantId, at, reason],
  );
  if (revoked.length === 0) return false;
  await recordGrantEvent(tx, grantId, "revoked", cause, at);
  return true;
}

/** What an administrator did to the app has no address of its own to show to the person. */
const REVOKE_OF_APP = `
  WITH ended AS (
    UPDATE oauth_grants SET revoked_at = $2, revoked_reason = 'app_deactivated'
    WHERE app_id = $1 AND revoked_at IS NULL AND expires_at > $2 RETURNING id
  )
  INSERT INTO oauth_grant_events (grant_id, kind, at) SELECT id, 'revoked', $2 FROM ended RETURNING grant_id`;

/** Every grant of the app that lives, with its row in each family's timeline; how many there were. */
export async function revokeGrantsOfApp(tx: Transaction, appId: string, at: Date): Promise<number> {
  return (await tx.sql("revoke_grants_of_app", REVOKE_OF_APP, [appId, at])).length;
}

/** As above, the one who ended it has no address to show. */
const REVOKE_IN_CONTEXT = `
  WITH ended AS (
    UPDATE oauth_grants SET revoked_at = $3, revoked_reason = 'left_organization'
    WHERE user_id = $1 AND billing_entity_id = $2 AND revoked_at IS NULL AND expires_at > $3 RETURNING id
  )
  INSERT INTO oauth_grant_events (grant_id, kind, at) SELECT id, 'revoked', $3 FROM ended RETURNING grant_id`;

/** What a person has let apps do in an organization ends with their place in it; how many grants there were. */
export async function revokeGrantsInContext(
  tx: Transaction,
  { userId, billingEntityId }: { userId: string; billingEntityId: string },
  at: Date,
): Promise<number> {
  return (await tx.sql("revoke_grants_in_context", REVOKE_IN_CONTEXT, [userId, billingEntityId, at])).length;
}
