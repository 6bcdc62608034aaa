import { ADDRESS_NOT_ALLOWED } from "../access/address-refusal";
import { type Caller, describeBilling, describeKeyBudget } from "../access/caller";
import { callAtCommandLine } from "../access/credentials/authenticate-session";
import { keyEnvironment } from "../access/credentials/key-secret";
import { readSuspension } from "../access/suspension";
import { prisma } from "../db/prisma";
import { now } from "../platform/clock";
import { isProductionService } from "../platform/env";
import type { ErrorCode } from "../platform/errors";
import { compareNetworks } from "../platform/networks";
import type { FoundRow } from "./find-request";

export type Rebuilt =
  /** `mayBeElsewhere`: the key allows part of the client's network, and the log holds no more of the address. */
  { caller: Caller; refusal: null; mayBeElsewhere?: boolean } | { caller: null; refusal: ErrorCode; reason?: string };

const refuse = (refusal: ErrorCode): Rebuilt => ({ caller: null, refusal });

/** Use this for reading only: the caller is rebuilt from ids of a row, and no credential is proved. */
export async function rebuildCaller(row: FoundRow, network: string | undefined): Promise<Rebuilt> {
  const { credentialId, grantId } = row;
  if (credentialId?.startsWith("key_")) return rebuildKey(credentialId, network ?? "");
  if (credentialId?.startsWith("ses_")) return rebuildSession(credentialId, row.billingEntityId);
  return grantId === null ? refuse("unauthenticated") : rebuildGrant(grantId);
}

async function rebuildKey(id: string, network: string): Promise<Rebuilt> {
  const key = await prisma().apiKey.findUnique({ where: { id }, include: { billingEntity: true } });
  if (!key) return refuse("invalid_api_key");
  if (key.environment !== keyEnvironment(isProductionService())) return refuse("invalid_api_key");
  if (key.revokedAt) return refuse("revoked_api_key");
  if (key.expiresAt && key.expiresAt <= now()) return refuse("expired_api_key");
  const allowed = key.allowedNetworks.length === 0 ? "all" : compareNetworks(key.allowedNetworks, network);
  if (allowed === "none") return { caller: null, refusal: "forbidden", reason: ADDRESS_NOT_ALLOWED };
  const { id: entityId, plan, seats } = key.billingEntity;
  const suspension = readSuspension(key.billingEntity);
  const caller: Caller = {
    actor: { type: "app", id, userId: key.userId },
    authMethod: "api_key",
    billing: describeBilling({ entityId, plan, seats, suspension }, key.organizationId, key.userId ?? ""),
    apiKeyId: id,
    appId: null,
    grantId: null,
    tokenId: null,
    scopes: new Set(key.scopes),
    isUseStale: false,
    keyBudget: describeKeyBudget(id, key.monthlyUnitsMax),
    isRecorded: false,
  };
  return { caller, refusal: null, mayBeElsewhere: allowed === "some" };
}

async function rebuildSession(id: string, billingEntityId: string): Promise<Rebuilt> {
  const session = await prisma().session.findFirst({
    where: { id, endedAt: null, expiresAt: { gt: now() }, tokenHash: { not: null } },
  });
  const entity = await prisma().billingEntity.findUnique({
    where: { id: billingEntityId },
    include: { organization: { select: { id: true } } },
  });
  if (!session || !entity) return refuse("unauthenticated");
  const { id: entityId, plan, seats, organization } = entity;
  const suspension = readSuspension(entity);
  const billing = describeBilling({ entityId, plan, seats, suspension }, organization?.id ?? null, session.userId);
  return { caller: callAtCommandLine(id, session.userId, billing), refusal: null };
}

async function rebuildGrant(grantId: string): Promise<Rebuilt> {
  const grant = await prisma().oAuthGrant.findUnique({
    where: { id: grantId },
    include: { app: true, billingEntity: { include: { organization: { select: { id: true } } } } },
  });
  if (!grant || grant.revokedAt || grant.expiresAt <= now() || !grant.app.isActive) return refuse("unauthenticated");
  const { id: entityId, plan, seats, organization } = grant.billingEntity;
  const suspension = readSuspension(grant.billingEntity);
  const { appId, userId } = grant;
  const isAgent = grant.app.actorType === "AGENT";
  const caller: Caller = {
    actor: isAgent ? { type: "agent", id: appId, userId } : { type: "user", id: userId, userId },
    authMethod: "oauth_bearer",
    billing: describeBilling({ entityId, plan, seats, suspension }, organization?.id ?? null, userId),
    apiKeyId: null,
    appId,
    grantId,
    tokenId: null,
    scopes: new Set(grant.scopes.filter((scope) => grant.app.allowedScopes.includes(scope))),
    isUseStale: false,
    keyBudget: null,
    isRecorded: false,
  };
  return { caller, refusal: null };
}
