import { prisma } from "@/lib/db/prisma";
import { SESSION_IDLE_MS } from "@/lib/platform/account-limits";
import { now } from "@/lib/platform/clock";
import { SESSIONS_PER_PERSON_MAX } from "@/lib/platform/limits";

const SIGNED_IN_USER = { id: true, email: true, name: true, locale: true, isAdmin: true } as const;

export function findUser(id: string) {
  return prisma().user.findUnique({ where: { id }, select: SIGNED_IN_USER });
}

export function findUserByEmail(email: string) {
  return prisma().user.findUnique({ where: { email }, select: { ...SIGNED_IN_USER, passwordHash: true } });
}

export function listNames(emails: readonly string[]) {
  return prisma().user.findMany({ where: { email: { in: [...emails] } }, select: { name: true, email: true } });
}

export function readProfile(id: string) {
  return prisma().user.findUnique({
    where: { id },
    select: { name: true, email: true, locale: true, sendsTranscripts: true, hidesPresence: true },
  });
}

export async function hidesPresence(id: string): Promise<boolean> {
  const found = await prisma().user.findUnique({ where: { id }, select: { hidesPresence: true } });
  return found?.hidesPresence ?? true;
}

function isOpen() {
  const at = now();
  return { endedAt: null, expiresAt: { gt: at }, lastUsedAt: { gt: new Date(at.getTime() - SESSION_IDLE_MS) } };
}

export type SessionRow = Awaited<ReturnType<typeof listOpenSessions>>[number];

export function listOpenSessions(userId: string) {
  return prisma().session.findMany({
    where: { userId, ...isOpen() },
    select: {
      id: true,
      userAgent: true,
      deviceName: true,
      place: true,
      createdAt: true,
      lastUsedAt: true,
      push: { select: { createdAt: true } },
    },
    orderBy: [{ lastUsedAt: "desc" }, { id: "desc" }],
    take: SESSIONS_PER_PERSON_MAX,
  });
}

export type CommandLineRow = Awaited<ReturnType<typeof listCommandLines>>[number];

export function listCommandLines(userId: string) {
  return prisma().session.findMany({
    where: { userId, tokenHash: { not: null }, ...isOpen() },
    select: {
      id: true,
      deviceName: true,
      place: true,
      userAgent: true,
      createdAt: true,
      lastUsedAt: true,
      expiresAt: true,
    },
    orderBy: [{ lastUsedAt: "desc" }, { id: "desc" }],
    take: SESSIONS_PER_PERSON_MAX,
  });
}
