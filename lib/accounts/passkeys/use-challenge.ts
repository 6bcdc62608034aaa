import type { Transaction } from "@/lib/db/transaction";
import { sha256 } from "@/lib/platform/crypto";

export async function useChallenge(
  { prisma }: Transaction,
  { text, expiresAt }: { text: string; expiresAt: Date },
): Promise<boolean> {
  const data = { hash: new Uint8Array(sha256(text)), expiresAt };
  return (await prisma.usedChallenge.createMany({ data, skipDuplicates: true })).count === 1;
}
