import { recordAct } from "@/lib/audit/act-store";
import { now } from "@/lib/platform/clock";
import { transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { prisma } from "@/lib/platform/prisma";
import type { Profile } from "./account";
import { recordSignIn } from "./session-acts";

const SIGNED_IN_USER = { id: true, email: true, name: true, locale: true, isAdmin: true } as const;

export function findUser(id: string) {
  return prisma().user.findUnique({ where: { id }, select: SIGNED_IN_USER });
}

export function findUserByEmail(email: string) {
  return prisma().user.findUnique({ where: { email }, select: { ...SIGNED_IN_USER, passwordHash: true } });
}

export function readProfile(id: string) {
  return prisma().user.findUnique({
    where: { id },
    select: { name: true, email: true, locale: true, sendsTranscripts: true },
  });
}

export async function updateProfile(id: string, profile: Profile): Promise<void> {
  const { name, locale, sendsTranscripts } = profile;
  await transaction(async (tx) => {
    await tx.prisma.user.update({ where: { id }, data: { name, locale, sendsTranscripts } });
    // Whether transcripts may leave the service is a decision that someone may ask about years later.
    const details = { sendsTranscripts };
    recordAct(tx, { name: "account.update", userId: id, resourceId: id, scope: "own area", details });
  });
}

export async function updateLocale(id: string, locale: Profile["locale"]): Promise<void> {
  await prisma().user.update({ where: { id }, data: { locale } });
}

export interface ExternalIdentity {
  provider: string;
  providerAccountId: string;
  email: string;
  name: string;
  locale: string;
}

/** The provider has verified the e-mail address: it leads to the account that has it, or to a new one. */
export async function signInIdentity(identity: ExternalIdentity, clientAddress: string): Promise<string> {
  const { provider, providerAccountId, email, name, locale } = identity;
  const createdAt = now();
  const signedInId = await transaction(async ({ prisma }) => {
    const known = await prisma.userIdentity.findUnique({
      where: { provider_providerAccountId: { provider, providerAccountId } },
    });
    if (known) return known.userId;
    const owner = await prisma.user.upsert({
      where: { email },
      update: {},
      create: {
        id: newId("usr"),
        email,
        name,
        locale,
        createdAt,
        billingEntity: { create: { id: newId("bil"), kind: "INDIVIDUAL", createdAt } },
      },
    });
    await prisma.userIdentity.create({ data: { provider, providerAccountId, userId: owner.id, createdAt } });
    return owner.id;
  });
  await recordSignIn(signedInId, { address: clientAddress, method: provider, succeeded: true });
  return signedInId;
}
