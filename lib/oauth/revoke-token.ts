import { now } from "../platform/clock";
import { sha256 } from "../platform/crypto";
import { query, transaction } from "../platform/db";
import type { Cause } from "./grant";
import { LOCK_LIVE_GRANT, REVOKE_CLIENT_ACCESS_TOKEN } from "./grants.sql";
import { recordGrantEvent, revokeGrant } from "./revoke-grant";

const REPLAYS = {
  code_replay: "code_replayed",
  refresh_reuse: "reused",
} as const;

/** A credential used twice is in two hands: the whole family ends, once, and its timeline says why. */
export async function endReplayedGrant(grantId: string, reason: keyof typeof REPLAYS, cause: Cause): Promise<void> {
  await transaction(async (tx) => {
    const [live] = await tx.query(LOCK_LIVE_GRANT, [grantId]);
    if (!live) return;
    const at = now();
    await recordGrantEvent(tx, grantId, REPLAYS[reason], cause, at);
    await revokeGrant(tx, grantId, reason, cause, at);
  });
}

/** True when this app had such a token to revoke. */
export async function revokeClientAccessToken(token: string, appId: string): Promise<boolean> {
  return (await query(REVOKE_CLIENT_ACCESS_TOKEN, [sha256(token), appId, now()])).length > 0;
}

/** §3: a refresh token ends the whole grant, also when it was used or has expired. */
export async function revokeClientGrant(grantId: string, cause: Cause): Promise<void> {
  await transaction((tx) => revokeGrant(tx, grantId, "client", cause, now()));
}
