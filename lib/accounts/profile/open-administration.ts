import { prisma } from "../../db/prisma";
import { notFound } from "../../platform/errors";

declare const proof: unique symbol;
/** Proof that this person administers the service. Only `openAdministration` creates one. */
export interface AdminAccess {
  readonly [proof]: "admin";
  readonly userId: string;
}

/** To everyone else, administration does not exist. */
export async function openAdministration(userId: string): Promise<AdminAccess> {
  const found = await prisma().user.findFirst({ where: { id: userId, isAdmin: true }, select: { id: true } });
  if (!found) throw notFound();
  return { userId } as AdminAccess;
}
