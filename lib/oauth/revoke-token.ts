import { now } from "../platform/clock";
import { sha256 } from "../platform/crypto";
import { sql, transaction } from "../platform/db";
import type { Cause } from "./grant";
import { recordGrantEvent, revokeGrant } from "./revoke-grant";

const REPLAYS = {
  code_replay: "code_replayed",
  refresh_reuse: "reused",
} as const;

/** What was used before is in two hands: the whole family ends, once, and its timeline says why. */
export async function endReplayedGrant(grantId: string, reason: keyof typeof REPLAYS, cause: Cause): Promise<void> {
  await transaction(async (tx) => {
    const [live] = await tx.sql(
      "lock_live_grant",
      "SELECT 1 FROM oauth_grants WHERE id = $1 AND revoked_at IS NULL FOR NO KEY UPDATE",
      [grantId],
    );
    if (!live) return;
    const at = now();
    await recordGrantEvent(tx, grantId, REPLAYS[reason], cause, at);
    await revokeGrant(tx, grantId, reason, cause, at);
  });
}

/** RFC 7009, for the app that the token was issued to; of any other token nothing is told and nothing is touched. */
/** Whether there was such a token to revoke. */
export async function revokeClientAccessToken(token: string, appId: string): Promise<boolean> {
  const revoked = await sql(
    "revoke_client_access_token",
    `UPDATE oauth_access_tokens t SET revoked_at = $3 FROM oauth_grants g
     WHERE t.hash = $1 AND t.revoked_at IS NULL AND g.id = t.grant_id AND g.app_id = $2 RETURNING 1`,
    [sha256(token), appId, now()],
  );
  return revoked.length > 0;
}

/** §3: a refresh token ends the whole grant, also when it was used or has expired. */
export async function revokeClientGrant(grantId: string, cause: Cause): Promise<void> {
  await transaction((tx) => revokeGrant(tx, grantId, "client", cause, now()));
}
