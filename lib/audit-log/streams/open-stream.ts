import { type OwnerAccess, openOwners } from "../../access/open-owner";
import { prisma } from "../../db/prisma";
import { notFound } from "../../platform/errors";
import { isId } from "../../platform/ids";

declare const proof: unique symbol;

export interface StreamAccess {
  readonly [proof]: "audit-stream";
  readonly streamId: string;
  readonly ownedBy: OwnerAccess;
}

/** Foreign, deleted and unknown streams are the same 404. */
export async function openStream(userId: string, streamId: string): Promise<StreamAccess> {
  if (!isId("aus", streamId)) throw notFound();
  const [owners, stream] = await Promise.all([
    openOwners(userId),
    prisma().auditStream.findUnique({ where: { id: streamId }, select: { billingEntityId: true } }),
  ]);
  const ownedBy = owners.find(({ owner }) => owner.billingEntityId === stream?.billingEntityId);
  if (!ownedBy) throw notFound();
  return { streamId, ownedBy } as StreamAccess;
}
