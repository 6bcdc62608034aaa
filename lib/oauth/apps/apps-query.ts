import type { AdminAccess } from "../../access/open-administration";
import { readNames } from "../../access/read-names";
import { prisma } from "../../db/prisma";
import { database, type Executor } from "../../db/transaction";
import { now } from "../../platform/clock";
import { notFound } from "../../platform/errors";
import { isId } from "../../platform/ids";
import { KNOWN_CLIENTS_SETTING } from "../client-documents/known-clients";
import type { ActorType, ClientType } from "./choices";
import { describeKeys } from "./client-keys";

const LISTED_APPS_MAX = 500;

export function listApps(_admin: AdminAccess): Promise<AppSummary[]> {
  return findApps({});
}

export type AppDetails = Awaited<ReturnType<typeof readApp>>;
export type SecretSummary = AppDetails["secrets"][number];

export async function readApp(_admin: AdminAccess, appId: string) {
  if (!isId("app", appId)) throw notFound();
  const [[app], secrets] = await Promise.all([findApps({ id: appId }), listLiveSecrets(database, appId, now())]);
  if (!app) throw notFound();
  return {
    app,
    secrets: secrets.map(({ createdAt, expiresAt, ...secret }) => ({
      ...secret,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt?.toISOString() ?? null,
    })),
  };
}

export type AppSummary = Awaited<ReturnType<typeof findApps>>[number];

async function findApps(where: { id?: string }) {
  const apps = await prisma().oAuthApp.findMany({
    where,
    include: { _count: { select: { grants: { where: { revokedAt: null, expiresAt: { gt: now() } } } } } },
    orderBy: { id: "desc" },
    take: LISTED_APPS_MAX,
  });
  const [nameOf, uses] = await Promise.all([
    readNames(apps.map(({ createdById }) => createdById)),
    prisma().oAuthGrant.groupBy({
      by: ["appId"],
      where: { appId: { in: apps.map(({ id }) => id) } },
      _max: { lastUsedAt: true },
    }),
  ]);
  const lastUses = new Map(uses.map(({ appId, _max }) => [appId, _max.lastUsedAt]));
  return apps.map(({ _count, createdById, usesKeys, jwks, jwksUri, jwksCheckedAt, jwksFreshUntil, ...app }) => ({
    ...app,
    keys: describeKeys({ usesKeys, jwks, jwksUri }),
    keysReadAt: jwksFreshUntil === null ? null : (jwksCheckedAt?.toISOString() ?? null),
    clientType: app.clientType.toLowerCase() as ClientType,
    actorType: app.actorType.toLowerCase() as ActorType,
    createdByName: createdById === KNOWN_CLIENTS_SETTING ? KNOWN_CLIENTS_SETTING : nameOf(createdById),
    createdAt: app.createdAt.toISOString(),
    updatedAt: app.updatedAt.toISOString(),
    liveGrants: _count.grants,
    lastUsedAt: lastUses.get(app.id)?.toISOString() ?? null,
  }));
}

export function listLiveSecrets(on: Executor, appId: string, at: Date) {
  return on.prisma.oAuthAppSecret.findMany({
    where: { appId, OR: [{ expiresAt: null }, { expiresAt: { gt: at } }] },
    select: { id: true, last4: true, createdAt: true, expiresAt: true },
    orderBy: { id: "desc" },
  });
}
