import { recordAction } from "@/lib/audit/record-action";
import { prisma } from "@/lib/db/prisma";
import { transaction } from "@/lib/db/transaction";
import type { Profile } from "./account";

export async function updateProfile(id: string, profile: Profile): Promise<void> {
  const { name, locale, sendsTranscripts, hidesPresence } = profile;
  await transaction(async (tx) => {
    await tx.prisma.user.update({ where: { id }, data: { name, locale, sendsTranscripts, hidesPresence } });
    // Someone may ask years later who let transcripts leave the service.
    const details = { sendsTranscripts };
    recordAction(tx, { name: "account.update", userId: id, resourceId: id, scope: "own area", details });
  });
}

export async function updateLocale(id: string, locale: Profile["locale"]): Promise<void> {
  await prisma().user.update({ where: { id }, data: { locale } });
}
