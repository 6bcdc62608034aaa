import { audienceUrl, makeCode } from "../../access/credentials/token";
import { database, type Executor, transaction } from "../../db/transaction";
import { now } from "../../platform/clock";
import { sha256 } from "../../platform/crypto";
import { env } from "../../platform/env";
import {
  AUTHORIZATION_CODE_LIFETIME_MS,
  AUTHORIZATION_REQUEST_LIFETIME_MS,
  REFRESH_TOKEN_LIFETIME_MS,
} from "../../platform/limits";
import { createGrant } from "../grants/create-grant";
import type { Cause } from "../grants/grant";
import { type AuthorizationRequest, approveTo, refuseTo } from "./authorization-request";
import type { Client } from "./find-client";
import { OAuthProblem } from "./oauth-error";

interface Approval {
  client: Client;
  userId: string;
  billingEntityId: string;
  request: AuthorizationRequest;
  sealed: string;
  cause: Cause;
}

type Approved = { kind: "approved"; code: string } | { kind: "context" } | { kind: "decided" };

const hashOf = (secret: string) => new Uint8Array(sha256(secret));

/** The insert makes the second of two concurrent decisions wait for the first. */
async function recordDecision({ prisma }: Executor, sealed: string, at: Date): Promise<boolean> {
  const expiresAt = new Date(at.getTime() + AUTHORIZATION_REQUEST_LIFETIME_MS);
  const data = { requestHash: hashOf(sealed), expiresAt };
  return (await prisma.consentDecision.createMany({ data, skipDuplicates: true })).count > 0;
}

export async function denyConsent(request: AuthorizationRequest, sealed: string): Promise<string | null> {
  if (!(await recordDecision(database, sealed, now()))) return null;
  return refuseTo(request, new OAuthProblem("access_denied", "The person denied access."), env().SVC_BASE_URL);
}

export async function approveConsent(approval: Approval) {
  const approved = await approveRequest(approval);
  if (approved.kind !== "approved") return approved;
  return { kind: approved.kind, url: approveTo(approval.request, approved.code, env().SVC_BASE_URL) };
}

export function approveRequest(approval: Approval): Promise<Approved> {
  const { client, userId, billingEntityId, request, sealed, cause } = approval;
  return transaction(async (tx) => {
    const at = now();
    if (!(await recordDecision(tx, sealed, at))) return { kind: "decided" };
    const endsAt = new Date(at.getTime() + REFRESH_TOKEN_LIFETIME_MS);
    const { scopes, redirectUri, codeChallenge } = request;
    const audience = audienceUrl(request.audience);
    const grant = { appId: client.id, userId, billingEntityId, scopes, audience, endsAt, cause };
    const grantId = await createGrant(tx, grant, at);
    if (grantId === null) {
      await tx.prisma.consentDecision.delete({ where: { requestHash: hashOf(sealed) } });
      return { kind: "context" };
    }
    const code = makeCode();
    const expiresAt = new Date(at.getTime() + AUTHORIZATION_CODE_LIFETIME_MS);
    await tx.prisma.oAuthCode.create({
      data: { hash: hashOf(code), grantId, redirectUri, codeChallenge, expiresAt },
    });
    return { kind: "approved", code };
  });
}
