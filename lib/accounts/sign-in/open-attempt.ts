import { prisma } from "@/lib/db/prisma";
import { addressKey } from "@/lib/platform/address-key";
import { now } from "@/lib/platform/clock";
import { sha256 } from "@/lib/platform/crypto";
import { findKnownDevice } from "./known-device";
import { type Limited, type Quota, withinQuotas } from "./limit-attempts";
import {
  FAILURES_PER_ACCOUNT,
  FAILURES_PER_ACCOUNT_AND_ADDRESS,
  FAILURES_PER_ADDRESS,
  FAILURES_PER_KNOWN_DEVICE,
} from "./sign-in-limit";

export interface AttemptOrigin {
  address: string;
  deviceCookie: string | undefined;
}

export type AttemptTicket = { kind: "open"; attemptId: bigint } | Limited;

interface Attempt {
  accountHash: string;
  address: string;
  deviceId: string | null;
  at: Date;
}

/**
 * The attempt counts as a failure before the password is checked, so concurrent guesses cannot exceed the quota.
 * `account` is what is guessed at, `email` the person whose known device may have its own limit.
 */
export async function openAttempt(
  account: string,
  { address, deviceCookie }: AttemptOrigin,
  email: string | null = account,
): Promise<AttemptTicket> {
  const at = now();
  const attempt: Attempt = {
    accountHash: sha256(account).toString("hex"),
    address: addressKey(address),
    deviceId: email === null ? null : findKnownDevice(deviceCookie, email, at),
    at,
  };
  return withinQuotas<AttemptTicket>(listQuotas(attempt), at, async (tx) => {
    const { id } = await tx.prisma.signInAttempt.create({ data: { ...attempt, succeeded: false } });
    return { kind: "open", attemptId: id };
  });
}

function listQuotas({ accountHash, address, deviceId }: Attempt): Quota[] {
  if (deviceId !== null) {
    const name = `device:${accountHash}:${deviceId}`;
    return [countFailures(name, { accountHash, deviceId }, FAILURES_PER_KNOWN_DEVICE)];
  }
  return [
    countFailures(`account:${accountHash}`, { accountHash, deviceId }, FAILURES_PER_ACCOUNT),
    countFailures(`address:${address}`, { address, deviceId }, FAILURES_PER_ADDRESS),
    countFailures(null, { accountHash, address, deviceId }, FAILURES_PER_ACCOUNT_AND_ADDRESS),
  ];
}

export function countFailures(name: string | null, whose: Partial<Attempt>, max: number): Quota {
  return {
    name,
    max,
    find: async ({ prisma }, since, skip) => {
      const where = { ...whose, succeeded: false, at: { gt: since } };
      const select = { at: true };
      const failure = await prisma.signInAttempt.findFirst({ where, select, orderBy: { at: "desc" }, skip });
      return failure?.at ?? null;
    },
  };
}

export async function markAttemptSucceeded(id: bigint): Promise<void> {
  await prisma().signInAttempt.update({ where: { id }, data: { succeeded: true } });
}
