import { recordAct } from "../audit/record-act";
import { now } from "../platform/clock";
import { sha256 } from "../platform/crypto";
import { database, type Executor, type Transaction, transaction } from "../platform/db";
import { env } from "../platform/env";
import { newId } from "../platform/ids";
import {
  AUTHORIZATION_CODE_LIFETIME_MS,
  AUTHORIZATION_REQUEST_LIFETIME_MS,
  LIVE_GRANTS_MAX,
  REFRESH_TOKEN_LIFETIME_MS,
} from "../platform/limits";
import { type AuthorizationRequest, approveTo, refuseTo } from "./authorization-request";
import type { Client } from "./find-client";
import type { Cause } from "./grant";
import { INSERT_GRANT, LOCK_MEMBERSHIP } from "./grants.sql";
import { OAuthProblem } from "./oauth-error";
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

type Approved =
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

/** Returns the URL that the browser goes to; null when the request was decided on before. */
export async function denyConsent(request: AuthorizationRequest, sealed: string): Promise<string | null> {
  if (!(await recordDecision(database, sealed, now()))) return null;
  return refuseTo(request, new OAuthProblem("access_denied", "The person denied access."), env().SVC_BASE_URL);
}

/** Returns the URL that the browser takes the code to, or why there is none. */
export async function approveConsent(approval: Approval) {
  const approved = await approveRequest(approval);
  if (approved.kind !== "approved") return approved;
  return { kind: approved.kind, url: approveTo(approval.request, approved.code, env().SVC_BASE_URL) };
}

/** Creates the decision, the grant and its code together. */
export function approveRequest(approval: Approval): Promise<Approved> {
  const { client, userId, billingEntityId, request, sealed, cause } = approval;
  return transaction(async (tx) => {
    const at = now();
    if (!(await recordDecision(tx, sealed, at))) return { kind: "decided" };
    await tx.query(LOCK_MEMBERSHIP, [billingEntityId, userId]);
    const id = newId("grant");
    const audience = audienceUrl(request.audience);
    const endsAt = new Date(at.getTime() + REFRESH_TOKEN_LIFETIME_MS);
    const { scopes, redirectUri, codeChallenge } = request;
    const [grant] = await tx.query(INSERT_GRANT, [
      id,
      client.id,
      userId,
      billingEntityId,
      scopes,
      audience,
      at,
      endsAt,
    ]);
    if (!grant) {
      await tx.prisma.consentDecision.delete({ where: { requestHash: hashOf(sealed) } });
      return { kind: "context" };
    }
    await recordGrantEvent(tx, id, "approved", cause, at);
    await endOldestGrants(tx, { userId, appId: client.id, billingEntityId, audience }, cause, at);
    const details = { appId: client.id, scopes, audience };
    recordAct(tx, { name: "oauth_grant.create", userId, resourceId: id, scope: { billingEntityId }, details });
    const code = makeCode();
    const expiresAt = new Date(at.getTime() + AUTHORIZATION_CODE_LIFETIME_MS);
    await tx.prisma.oAuthCode.create({
      data: { hash: hashOf(code), grantId: id, redirectUri, codeChallenge, expiresAt },
    });
    return { kind: "approved", code };
  });
}

type GrantOwner = Record<"userId" | "appId" | "billingEntityId" | "audience", string>;

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
