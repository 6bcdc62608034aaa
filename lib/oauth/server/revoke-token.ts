import { query, transaction } from "../../db/transaction";
import { now } from "../../platform/clock";
import { sha256 } from "../../platform/crypto";
import type { Cause } from "../grants/grant";
import { REVOKE_CLIENT_ACCESS_TOKEN } from "../grants/grants.sql";
import { revokeGrant } from "../grants/revoke-grant";

const EVENTS = {
  client: ["revoked"],
  code_replay: ["code_replayed", "revoked"],
  refresh_reuse: ["reused", "revoked"],
} as const;

/**
 * A credential used twice is in two hands, so the whole family ends. §3: revoking a refresh token ends it too, even a
 * used or expired one.
 */
export async function endGrant(grantId: string, reason: keyof typeof EVENTS, cause: Cause): Promise<void> {
  await transaction((tx) => revokeGrant(tx, grantId, reason, cause, now(), EVENTS[reason]));
}

export async function revokeClientAccessToken(token: string, appId: string): Promise<void> {
  await query(REVOKE_CLIENT_ACCESS_TOKEN, { hash: sha256(token), appId, now: now() });
}
