import { addressKey } from "@/lib/platform/address-key";
import { now } from "@/lib/platform/clock";
import { CLI_CODE_GUESSES_PER_ADDRESS, CLI_CODE_GUESSES_PER_PERSON } from "@/lib/platform/command-line-limits";
import { sha256 } from "@/lib/platform/crypto";
import { type Transaction, transaction } from "@/lib/platform/db";
import { prisma } from "@/lib/platform/prisma";
import { LOCK_QUOTA } from "./accounts.sql";
import { listCodeHashes, readCode } from "./cli-login";
import { findWaitSeconds, SIGN_IN_WINDOW_MS } from "./sign-in-limit";

export type FoundLogin =
  | { kind: "found"; loginId: string }
  | { kind: "unknown" }
  | { kind: "limited"; retryAfterSeconds: number };

/** Each code counts as a wrong one before it is looked up, so that guesses at the same moment share the quota. */
export async function findLoginByCode(userId: string, address: string, typed: string): Promise<FoundLogin> {
  const at = now();
  const guess = { accountHash: sha256(`cli-code ${userId}`).toString("hex"), address: `cli ${addressKey(address)}` };
  return transaction(async (tx) => {
    // Always in this order, so that two guesses never wait for each other in a circle.
    for (const lock of [`cli-code:${userId}`, `cli-code:${guess.address}`]) await tx.query(LOCK_QUOTA, [lock]);
    const filledAt = [
      await findFillingGuess(tx, { accountHash: guess.accountHash }, CLI_CODE_GUESSES_PER_PERSON, at),
      await findFillingGuess(tx, { address: guess.address }, CLI_CODE_GUESSES_PER_ADDRESS, at),
    ];
    const retryAfterSeconds = findWaitSeconds(filledAt, at);
    if (retryAfterSeconds !== null) return { kind: "limited", retryAfterSeconds };
    const code = readCode(typed);
    const found =
      code === null
        ? null
        : await tx.prisma.cliLogin.findFirst({
            where: { codeHash: { in: listCodeHashes(code) }, decidedAt: null, expiresAt: { gt: at } },
            select: { id: true },
          });
    await tx.prisma.signInAttempt.create({ data: { ...guess, at, succeeded: found !== null } });
    return found ? { kind: "found", loginId: found.id } : { kind: "unknown" };
  });
}

async function findFillingGuess(
  { prisma: { signInAttempt } }: Transaction,
  where: { accountHash: string } | { address: string },
  max: number,
  at: Date,
): Promise<Date | null> {
  const guess = await signInAttempt.findFirst({
    where: { ...where, succeeded: false, at: { gt: new Date(at.getTime() - SIGN_IN_WINDOW_MS) } },
    select: { at: true },
    orderBy: { at: "desc" },
    skip: max - 1,
  });
  return guess?.at ?? null;
}

/** As the person of the approval page sees it. null: expired, or there is none. */
export function findPendingLogin(id: string) {
  return prisma().cliLogin.findFirst({
    where: { id, decidedAt: null, expiresAt: { gt: now() } },
    select: { id: true, deviceName: true, userAgent: true, place: true, createdAt: true },
  });
}
