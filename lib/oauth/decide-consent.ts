import { recordAct } from "../audit/record-act";
import { now } from "../platform/clock";
import { sha256 } from "../platform/crypto";
import { database, type Executor, type Transaction, transaction } from "../platform/db";
import { newId } from "../platform/ids";
import {
  AUTHORIZATION_CODE_LIFETIME_MS,
  AUTHORIZATION_REQUEST_LIFETIME_MS,
  LIVE_GRANTS_MAX,
  REFRESH_TOKEN_LIFETIME_MS,
} from "../platform/limits";
import type { AuthorizationRequest } from "./authorization-request";
import { FIND_CONTEXTS } from "./consent-query";
import type { Client } from "./find-client";
import type { Cause } from "./grant";
import { recordGrantEvent, revokeGrant } from "./revoke-grant";
import { audienceUrl, makeCode } from "./token";

interface Approval {
  client: Client;
  userId: string;
  billingEntityId: string;
  request: AuthorizationRequest;
  /** What the decision was about, as it travelled: it is decided on once. */
  sealed: string;
  cause: Cause;
}

export type Approved =
  | { kind: "approved"; code: string }
  /** The person does not belong to the chosen context, or no longer. */
  | { kind: "context" }
  /** This request was decided on before. */
  | { kind: "decided" };

const INSERT_DECISION = `
  INSERT INTO consent_decisions (request_hash, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1`;

/** False when the request was decided on before. Of two decisions made at once the second waits for the first. */
async function recordDecision(on: Executor, sealed: string, at: Date): Promise<boolean> {
  const expiresAt = new Date(at.getTime() + AUTHORIZATION_REQUEST_LIFETIME_MS);
  return (await on.sql("insert_consent_decision", INSERT_DECISION, [sha256(sealed), expiresAt])).length > 0;
}

/** False when the request was decided on before. */
export function recordDenial(sealed: string): Promise<boolean> {
  return recordDecision(database, sealed, now());
}

/** Whoever is removed from the organization at this moment either finds the grant and ends it, or it is not made. */
const LOCK_MEMBERSHIP = `
  SELECT 1 FROM organization_memberships m JOIN organizations o ON o.id = m.organization_id
  WHERE o.billing_entity_id = $1 AND m.user_id = $2 FOR SHARE OF m`;

const INSERT_GRANT = `
  INSERT INTO oauth_grants (id, app_id, user_id, billing_entity_id, scopes, audience, created_at, expires_at)
  SELECT $1, $2, $3, c."billingEntityId", $4, $5, $6, $7
  FROM (${FIND_CONTEXTS.replaceAll("$1", "$3")}) c WHERE c."billingEntityId" = $8
  RETURNING id`;

const INSERT_CODE = `
  INSERT INTO oauth_codes (hash, grant_id, redirect_uri, code_challenge, expires_at) VALUES ($1, $2, $3, $4, $5)`;

const FORGET_DECISION = "DELETE FROM consent_decisions WHERE request_hash = $1";

/** The decision, the grant and its code, together. */
export function approveRequest(approval: Approval): Promise<Approved> {
  const { client, userId, billingEntityId, request, sealed, cause } = approval;
  return transaction(async (tx) => {
    const at = now();
    if (!(await recordDecision(tx, sealed, at))) return { kind: "decided" };
    await tx.sql("lock_membership_of_context", LOCK_MEMBERSHIP, [billingEntityId, userId]);
    const grantId = newId("grant");
    const made = await tx.sql("insert_oauth_grant", INSERT_GRANT, [
      grantId,
      client.id,
      userId,
      request.scopes,
      audienceUrl(request.audience),
      at,
      new Date(at.getTime() + REFRESH_TOKEN_LIFETIME_MS),
      billingEntityId,
    ]);
    if (made.length === 0) {
      await tx.sql("forget_consent_decision", FORGET_DECISION, [sha256(sealed)]);
      return { kind: "context" };
    }
    await recordGrantEvent(tx, grantId, "approved", cause, at);
    await endOldestGrants(tx, grantId, cause, at);
    const details = { appId: client.id, scopes: request.scopes, audience: audienceUrl(request.audience) };
    recordAct(tx, { name: "oauth_grant.create", userId, resourceId: grantId, scope: { billingEntityId }, details });
    const code = makeCode();
    await tx.sql("insert_oauth_code", INSERT_CODE, [
      sha256(code),
      grantId,
      request.redirectUri,
      request.codeChallenge,
      new Date(at.getTime() + AUTHORIZATION_CODE_LIFETIME_MS),
    ]);
    return { kind: "approved", code };
  });
}

const FIND_SURPLUS = `
  SELECT g.id FROM oauth_grants g JOIN oauth_grants made ON made.id = $1
  WHERE g.user_id = made.user_id AND g.app_id = made.app_id AND g.billing_entity_id = made.billing_entity_id
    AND g.audience = made.audience AND g.revoked_at IS NULL AND g.expires_at > $2
  ORDER BY g.id DESC OFFSET $3`;

/** Each approval is a family of its own, so a second device does not sign the first one out; but not without end. */
async function endOldestGrants(tx: Transaction, grantId: string, cause: Cause, at: Date): Promise<void> {
  const surplus = await tx.sql<{ id: string }>("find_surplus_grants", FIND_SURPLUS, [grantId, at, LIVE_GRANTS_MAX]);
  for (const { id } of surplus) await revokeGrant(tx, id, "superseded", cause, at);
}
