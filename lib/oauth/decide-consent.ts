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
import type { Client } from "./find-client";
import type { Cause } from "./grant";
import { INSERT_GRANT, LOCK_MEMBERSHIP } from "./grants.sql";
import { recordGrantEvent, revokeGrant } from "./revoke-grant";
import { audienceUrl, makeCode } from "./token";

interface Approval {
  client: Client;
  userId: string;
  billingEntityId: string;
  request: AuthorizationRequest;
  /** The request as it travelled. It is decided on once. */
  sealed: string;
  cause: Cause;
}

export type Approved =
  | { kind: "approved"; code: string }
  /** The person does not belong to the chosen context, or no longer. */
  | { kind: "context" }
  /** This request was decided on before. */
  | { kind: "decided" };

const hashOf = (secret: string) => new Uint8Array(sha256(secret));

/** False when the request was decided on before. Of two decisions made at once the second waits for the first. */
async function recordDecision({ prisma }: Executor, sealed: string, at: Date): Promise<boolean> {
  const expiresAt = new Date(at.getTime() + AUTHORIZATION_REQUEST_LIFETIME_MS);
  const data = { requestHash: hashOf(sealed), expiresAt };
  return (await prisma.consentDecision.createMany({ data, skipDuplicates: true })).count > 0;
}

/** False when the request was decided on before. */
export function recordDenial(sealed: string): Promise<boolean> {
  return recordDecision(database, sealed, now());
}

/** Creates the decision, the grant and its code together. */
export function approveRequest(approval: Approval): Promise<Approved> {
  const { client, userId, billingEntityId, request, sealed, cause } = approval;
  return transaction(async (tx) => {
    const at = now();
    if (!(await recordDecision(tx, sealed, at))) return { kind: "decided" };
    await tx.query(LOCK_MEMBERSHIP, [billingEntityId, userId]);
    const grantId = newId("grant");
    const audience = audienceUrl(request.audience);
    const expiresAt = new Date(at.getTime() + REFRESH_TOKEN_LIFETIME_MS);
    const { scopes } = request;
    const inserted = await tx.query(INSERT_GRANT, [
      grantId,
      client.id,
      userId,
      billingEntityId,
      scopes,
      audience,
      at,
      expiresAt,
    ]);
    if (inserted.length === 0) {
      await tx.prisma.consentDecision.delete({ where: { requestHash: hashOf(sealed) } });
      return { kind: "context" };
    }
    await recordGrantEvent(tx, grantId, "approved", cause, at);
    await endOldestGrants(tx, { userId, appId: client.id, billingEntityId, audience }, cause, at);
    const details = { appId: client.id, scopes: request.scopes, audience };
    recordAct(tx, { name: "oauth_grant.create", userId, resourceId: grantId, scope: { billingEntityId }, details });
    const code = makeCode();
    const { redirectUri, codeChallenge } = request;
    await tx.prisma.oAuthCode.create({
      data: {
        hash: hashOf(code),
        grantId,
        redirectUri,
        codeChallenge,
        expiresAt: new Date(at.getTime() + AUTHORIZATION_CODE_LIFETIME_MS),
      },
    });
    return { kind: "approved", code };
  });
}

interface GrantOwner {
  userId: string;
  appId: string;
  billingEntityId: string;
  audience: string;
}

/** Each approval is a family of its own, so a second device does not sign the first one out, up to a limit. */
async function endOldestGrants(tx: Transaction, owner: GrantOwner, cause: Cause, at: Date): Promise<void> {
  const surplus = await tx.prisma.oAuthGrant.findMany({
    where: { ...owner, revokedAt: null, expiresAt: { gt: at } },
    select: { id: true },
    orderBy: { id: "desc" },
    skip: LIVE_GRANTS_MAX,
  });
  for (const { id } of surplus) await revokeGrant(tx, id, "superseded", cause, at);
}
