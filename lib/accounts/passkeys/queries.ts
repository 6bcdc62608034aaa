import { prisma } from "@/lib/db/prisma";

const LISTED = { id: true, name: true, isBackedUp: true, createdAt: true, lastUsedAt: true } as const;

export type PasskeyRow = Awaited<ReturnType<typeof listPasskeys>>[number];

export function listPasskeys(userId: string) {
  return prisma().passkey.findMany({ where: { userId }, select: LISTED, orderBy: { id: "desc" } });
}
