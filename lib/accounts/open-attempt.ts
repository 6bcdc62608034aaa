import { addressKey } from "@/lib/platform/address-key";
import { now } from "@/lib/platform/clock";
import { sha256 } from "@/lib/platform/crypto";
import { type Transaction, transaction } from "@/lib/platform/db";
import { prisma } from "@/lib/platform/prisma";
import { LOCK_QUOTA } from "./accounts.sql";
import { findKnownDevice } from "./known-device";
import {
  FAILURES_PER_ACCOUNT,
  FAILURES_PER_ACCOUNT_AND_ADDRESS,
  FAILURES_PER_ADDRESS,
  FAILURES_PER_KNOWN_DEVICE,
  findWaitSeconds,
  SIGN_IN_WINDOW_MS,
} from "./sign-in-limit";

export interface AttemptOrigin {
  address: string;
  /** As the browser sent it. Its signature is checked. */
  deviceCookie: string | undefined;
}

export type AttemptTicket = { kind: "open"; attemptId: bigint } | { kind: "limited"; retryAfterSeconds: number };

interface Attempt {
  accountHash: string;
  address: string;
  deviceId: string | null;
  at: Date;
}

/**
 * Counts the attempt as a failure before the password is checked: of guesses made at the same moment only as many get
 * through as the quota still has. `account`: what is guessed at; `email`: of its person, whom the device may know.
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
  return transaction(async (tx) => {
    const quotas = listQuotas(attempt);
    // Always in this order, so that two attempts never wait for each other in a circle.
    for (const { lock } of quotas) if (lock !== null) await tx.query(LOCK_QUOTA, [lock]);
    const filledAt: (Date | null)[] = [];
    for (const quota of quotas) filledAt.push(await findFillingFailure(tx, quota, at));
    const wait = findWaitSeconds(filledAt, at);
    if (wait !== null) return { kind: "limited", retryAfterSeconds: wait };
    const { id } = await tx.prisma.signInAttempt.create({ data: { ...attempt, succeeded: false } });
    return { kind: "open", attemptId: id };
  });
}

interface Quota {
  /** null: a lock of the other quotas covers it. */
  lock: string | null;
  /** The attempts that count for it. */
  where: Partial<Attempt>;
  max: number;
}

function listQuotas({ accountHash, address, deviceId }: Attempt): Quota[] {
  if (deviceId !== null) {
    const lock = `device:${accountHash}:${deviceId}`;
    return [{ lock, where: { accountHash, deviceId }, max: FAILURES_PER_KNOWN_DEVICE }];
  }
  return [
    { lock: `account:${accountHash}`, where: { accountHash, deviceId }, max: FAILURES_PER_ACCOUNT },
    { lock: `address:${address}`, where: { address, deviceId }, max: FAILURES_PER_ADDRESS },
    { lock: null, where: { accountHash, address, deviceId }, max: FAILURES_PER_ACCOUNT_AND_ADDRESS },
  ];
}

/** The instant of the failure that fills the quota, counted from the newest. */
async function findFillingFailure({ prisma }: Transaction, { where, max }: Quota, at: Date): Promise<Date | null> {
  const failure = await prisma.signInAttempt.findFirst({
    where: { ...where, succeeded: false, at: { gt: new Date(at.getTime() - SIGN_IN_WINDOW_MS) } },
    select: { at: true },
    orderBy: { at: "desc" },
    skip: max - 1,
  });
  return failure?.at ?? null;
}

export async function markAttemptSucceeded(id: bigint): Promise<void> {
  await prisma().signInAttempt.update({ where: { id }, data: { succeeded: true } });
}
