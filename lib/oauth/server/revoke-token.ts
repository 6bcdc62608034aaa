import { query, transaction } from "../../db/transaction";
import { now } from "../../platform/clock";
import { sha256 } from "../../platform/crypto";
import type { Cause } from "../grants/grant";
import { REVOKE_CLIENT_ACCESS_TOKEN } from "../grants/grants.sql";
import { revokeGrant } from "../grants/revoke-grant";

/** Entries of the timeline in their order: a misuse precedes the end that it causes. */
const EVENTS = {
  client: ["revoked"],
  code_replay: ["code_replayed", "revoked"],
  refresh_reuse: ["reused", "revoked"],
} as const;

/**
 * A credential used twice is in two hands: the whole family ends. So it does (§3) when its client revokes a refresh
 * token, also when that was used or has expired.
 */
export async function endGrant(grantId: string, reason: keyof typeof EVENTS, cause: Cause): Promise<void> {
  await transaction((tx) => revokeGrant(tx, grantId, reason, cause, now(), EVENTS[reason]));
}

export async function revokeClientAccessToken(token: string, appId: string): Promise<void> {
  await query(REVOKE_CLIENT_ACCESS_TOKEN, [sha256(token), appId, now()]);
}
