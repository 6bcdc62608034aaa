import { prisma } from "../db/prisma";
import { notFound } from "../platform/errors";

declare const proof: unique symbol;
export interface AdminAccess {
  readonly [proof]: "admin";
  readonly userId: string;
}

export async function openAdministration(userId: string): Promise<AdminAccess> {
  const found = await prisma().user.findFirst({ where: { id: userId, isAdmin: true }, select: { id: true } });
  if (!found) throw notFound();
  return { userId } as AdminAccess;
}
