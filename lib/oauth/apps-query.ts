import { readNames } from "../access/read-names";
import type { AdminAccess } from "../accounts/open-administration";
import { now } from "../platform/clock";
import { database, type Executor } from "../platform/db";
import { notFound } from "../platform/errors";
import { isId } from "../platform/ids";
import { prisma } from "../platform/prisma";
import type { AppSummary, SecretSummary } from "./app";

const LISTED_APPS_MAX = 500;

/** Newest first. */
export function listApps(_admin: AdminAccess): Promise<AppSummary[]> {
  return findApps({});
}

export interface AppDetails {
  app: AppSummary;
  /** Live ones, newest first: a rotation replaces the first. */
  secrets: SecretSummary[];
}

export async function readApp(_admin: AdminAccess, appId: string): Promise<AppDetails> {
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

async function findApps(where: { id?: string }): Promise<AppSummary[]> {
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
  return apps.map(({ _count, createdById, ...app }) => ({
    ...app,
    clientType: app.clientType === "PUBLIC" ? "public" : "confidential",
    actorType: app.actorType === "USER" ? "user" : "agent",
    createdByName: nameOf(createdById),
    createdAt: app.createdAt.toISOString(),
    updatedAt: app.updatedAt.toISOString(),
    liveGrants: _count.grants,
    lastUsedAt: lastUses.get(app.id)?.toISOString() ?? null,
  }));
}

/** Newest first. */
export function listLiveSecrets(on: Executor, appId: string, at: Date) {
  return on.prisma.oAuthAppSecret.findMany({
    where: { appId, OR: [{ expiresAt: null }, { expiresAt: { gt: at } }] },
    select: { id: true, last4: true, createdAt: true, expiresAt: true },
    orderBy: { id: "desc" },
  });
}
