import { type OwnerAccess, openOwners } from "../../access/open-owner";
import { prisma } from "../../db/prisma";
import { notFound } from "../../platform/errors";
import { isId } from "../../platform/ids";

declare const proof: unique symbol;

/** Proof that this person reads the log of the stream's billing entity, and so may direct the stream. */
export interface StreamAccess {
  readonly [proof]: "audit-stream";
  readonly streamId: string;
  readonly ownedBy: OwnerAccess;
}

/** Another area's stream, a deleted one and one that never existed answer alike. */
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
