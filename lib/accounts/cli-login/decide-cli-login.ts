import { recordAction } from "@/lib/audit/record-action";
import { prisma } from "@/lib/db/prisma";
import { transaction } from "@/lib/db/transaction";
import { addressKey } from "@/lib/platform/address-key";
import { now } from "@/lib/platform/clock";
import { CLI_CODE_GUESSES_PER_ADDRESS, CLI_CODE_GUESSES_PER_PERSON } from "@/lib/platform/command-line-limits";
import { sha256 } from "@/lib/platform/crypto";
import { type Limited, withinQuotas } from "../sign-in/limit-attempts";
import { countFailures } from "../sign-in/open-attempt";
import { listCodeHashes, readCode } from "./cli-login";

export type FoundLogin = { kind: "found"; loginId: string } | { kind: "unknown" } | Limited;

/** Each code counts as a failure before it is looked up, so concurrent guesses share the quota. */
export async function findLoginByCode(userId: string, address: string, typed: string): Promise<FoundLogin> {
  const at = now();
  const guess = { accountHash: sha256(`cli-code ${userId}`).toString("hex"), address: `cli ${addressKey(address)}` };
  const { accountHash } = guess;
  const quotas = [
    countFailures(`cli-code:${userId}`, { accountHash }, CLI_CODE_GUESSES_PER_PERSON),
    countFailures(`cli-code:${guess.address}`, { address: guess.address }, CLI_CODE_GUESSES_PER_ADDRESS),
  ];
  return withinQuotas<FoundLogin>(quotas, at, async (tx) => {
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

export function findPendingLogin(id: string) {
  return prisma().cliLogin.findFirst({
    where: { id, decidedAt: null, expiresAt: { gt: now() } },
    select: { id: true, deviceName: true, userAgent: true, place: true, createdAt: true },
  });
}

export function decideCliLogin(loginId: string, userId: string, isApproved: boolean): Promise<boolean> {
  return transaction(async (tx) => {
    const at = now();
    const { count } = await tx.prisma.cliLogin.updateMany({
      where: { id: loginId, decidedAt: null, expiresAt: { gt: at } },
      data: { decidedAt: at, decidedById: userId, isApproved },
    });
    if (count === 0) return false;
    const name = isApproved ? "cli_login.approve" : "cli_login.deny";
    recordAction(tx, { name, userId, resourceId: loginId, scope: "own area" });
    return true;
  });
}
