import { addressKey } from "@/lib/platform/address-key";
import { now } from "@/lib/platform/clock";
import { sha256 } from "@/lib/platform/crypto";
import { sql, type Transaction, transaction } from "@/lib/platform/db";
import { findKnownDevice } from "./known-device";
import {
  FAILURES_PER_ACCOUNT,
  FAILURES_PER_ACCOUNT_AND_ADDRESS,
  FAILURES_PER_ADDRESS,
  FAILURES_PER_KNOWN_DEVICE,
  findWaitSeconds,
  SIGN_IN_WINDOW_MS,
} from "./sign-in-limit";

/** Where an attempt comes from. */
export interface AttemptOrigin {
  address: string;
  /** As the browser sent it: only this service can have made one that counts. */
  deviceCookie: string | undefined;
}

export type AttemptTicket = { kind: "open"; attemptId: string } | { kind: "limited"; retryAfterSeconds: number };

interface Attempt {
  account: string;
  address: string;
  deviceId: string | null;
  at: Date;
}

/**
 * Counts the attempt as a failure before the password is looked at: of guesses made at the same moment
 * only as many get through as the quota still has.
 */
export function openAttempt(email: string, { address, deviceCookie }: AttemptOrigin): Promise<AttemptTicket> {
  const at = now();
  const attempt: Attempt = {
    account: sha256(email).toString("hex"),
    address: addressKey(address),
    deviceId: findKnownDevice(deviceCookie, email, at),
    at,
  };
  return transaction(async (tx) => {
    const filledAt = attempt.deviceId === null ? await fillStranger(tx, attempt) : await fillDevice(tx, attempt);
    const wait = findWaitSeconds(filledAt, at);
    if (wait !== null) return { kind: "limited", retryAfterSeconds: wait };
    const [made] = await tx.sql<{ id: string }>("sign_in_attempt", INSERT_ATTEMPT, [
      attempt.account,
      attempt.address,
      attempt.deviceId,
      at,
    ]);
    return { kind: "open", attemptId: made?.id ?? "0" };
  });
}

const INSERT_ATTEMPT = `
  INSERT INTO sign_in_attempts (account_hash, address, device_id, succeeded, at) VALUES ($1, $2, $3, false, $4)
  RETURNING id::text`;

const since = ({ at }: Attempt) => new Date(at.getTime() - SIGN_IN_WINDOW_MS);

/** Attempts that count for one quota wait for each other; always in this order, so that two never wait for each other. */
async function lock(tx: Transaction, ...subjects: readonly string[]): Promise<void> {
  for (const subject of subjects)
    await tx.sql("sign_in_lock", "SELECT pg_advisory_xact_lock(hashtextextended($1, 20261))", [subject]);
}

const COUNT_STRANGERS = `
  SELECT (SELECT at FROM sign_in_attempts WHERE account_hash = $1 AND address = $2 AND device_id IS NULL
            AND NOT succeeded AND at > $3 ORDER BY at DESC OFFSET $4 LIMIT 1) AS pair,
         (SELECT at FROM sign_in_attempts WHERE account_hash = $1 AND device_id IS NULL
            AND NOT succeeded AND at > $3 ORDER BY at DESC OFFSET $5 LIMIT 1) AS account,
         (SELECT at FROM sign_in_attempts WHERE address = $2 AND device_id IS NULL
            AND NOT succeeded AND at > $3 ORDER BY at DESC OFFSET $6 LIMIT 1) AS address`;

type FilledAt = (Date | null)[];

async function fillStranger(tx: Transaction, attempt: Attempt): Promise<FilledAt> {
  const { account, address } = attempt;
  await lock(tx, `account:${account}`, `address:${address}`);
  const [full] = await tx.sql<{ pair: Date | null; account: Date | null; address: Date | null }>(
    "sign_in_count_strangers",
    COUNT_STRANGERS,
    [
      account,
      address,
      since(attempt),
      FAILURES_PER_ACCOUNT_AND_ADDRESS - 1,
      FAILURES_PER_ACCOUNT - 1,
      FAILURES_PER_ADDRESS - 1,
    ],
  );
  return full ? [full.pair, full.account, full.address] : [];
}

const COUNT_DEVICE = `
  SELECT at FROM sign_in_attempts WHERE account_hash = $1 AND device_id = $2 AND NOT succeeded AND at > $3
  ORDER BY at DESC OFFSET $4 LIMIT 1`;

async function fillDevice(tx: Transaction, attempt: Attempt): Promise<FilledAt> {
  await lock(tx, `device:${attempt.account}:${attempt.deviceId}`);
  const full = await tx.sql<{ at: Date }>("sign_in_count_device", COUNT_DEVICE, [
    attempt.account,
    attempt.deviceId,
    since(attempt),
    FAILURES_PER_KNOWN_DEVICE - 1,
  ]);
  return full.map(({ at }) => at);
}

export async function markAttemptSucceeded(attemptId: string): Promise<void> {
  await sql("sign_in_succeeded", "UPDATE sign_in_attempts SET succeeded = true WHERE id = $1::bigint", [attemptId]);
}
