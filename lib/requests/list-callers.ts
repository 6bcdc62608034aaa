import { prisma } from "../db/prisma";
import type { RequestArea, RequestViewer } from "./open-viewer";
import type { Named } from "./read-actors";

const CALLERS_MAX = 100;

export async function listCallers(viewer: RequestViewer, { entityId, ownerId, kind, seesAll }: RequestArea) {
  if (!seesAll) return [];
  const named = { select: { id: true, name: true }, orderBy: { name: "asc" }, take: CALLERS_MAX } as const;
  const organization = { organizationMembership: { some: { organizationId: ownerId } } };
  const found: Named[][] = await Promise.all([
    prisma().apiKey.findMany({ where: { billingEntityId: entityId }, ...named }),
    prisma().oAuthApp.findMany({ where: { grants: { some: { billingEntityId: entityId } } }, ...named }),
    prisma().connector.findMany({ where: { billingEntityId: entityId, deletedAt: null }, ...named }),
    prisma().user.findMany({ where: kind === "organization" ? organization : { id: viewer.userId }, ...named }),
  ]);
  return found.flat();
}
