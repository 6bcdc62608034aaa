import { now } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import type { Profile } from "./account";

const SIGNED_IN_USER = { id: true, email: true, name: true, locale: true, isAdmin: true } as const;

export function findUser(id: string) {
  return db().user.findUnique({ where: { id }, select: SIGNED_IN_USER });
}

export function findUserByEmail(email: string) {
  return db().user.findUnique({ where: { email }, select: { ...SIGNED_IN_USER, passwordHash: true } });
}

export function readProfile(id: string) {
  return db().user.findUnique({
    where: { id },
    select: { name: true, email: true, locale: true, sendsTranscripts: true },
  });
}

export async function updateProfile(id: string, profile: Profile): Promise<void> {
  await db().user.update({ where: { id }, data: profile });
}

export async function updateLocale(id: string, locale: Profile["locale"]): Promise<void> {
  await db().user.update({ where: { id }, data: { locale } });
}

export interface ExternalIdentity {
  provider: string;
  providerAccountId: string;
  email: string;
  name: string;
  locale: string;
}

/** The provider has verified the e-mail address: it leads to the account that has it, or to a new one. */
export async function signInIdentity(identity: ExternalIdentity): Promise<string> {
  const { provider, providerAccountId, email, name, locale } = identity;
  const createdAt = now();
  return db().$transaction(async (tx) => {
    const known = await tx.userIdentity.findUnique({
      where: { provider_providerAccountId: { provider, providerAccountId } },
    });
    if (known) return known.userId;
    const owner = await tx.user.upsert({
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
    await tx.userIdentity.create({ data: { provider, providerAccountId, userId: owner.id, createdAt } });
    return owner.id;
  });
}
