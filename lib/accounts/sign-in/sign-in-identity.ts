import { transaction } from "@/lib/db/transaction";
import { now } from "@/lib/platform/clock";
import { newId } from "@/lib/platform/ids";
import type { Identity } from "./identity";
import { recordSignIn } from "./record-sign-in";

export async function signInIdentity(
  { provider, providerAccountId, email, name, locale }: Identity & { locale: string },
  clientAddress: string,
): Promise<string> {
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
