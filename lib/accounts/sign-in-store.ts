import { now } from "@/lib/platform/clock";
import { sha256 } from "@/lib/platform/crypto";
import { sql, transaction } from "@/lib/platform/db";
import { eraseInBatches } from "@/lib/platform/erase";
import {
  FAILURES_PER_ACCOUNT,
  FAILURES_PER_ADDRESS,
  findWaitSeconds,
  groupAddress,
  SIGN_IN_WINDOW_MS,
} from "./sign-in-limit";

export type AttemptTicket = { kind: "open"; attemptId: string } | { kind: "limited"; retryAfterSeconds: number };

/**
 * Counts the attempt as a failure before the password is looked at: of guesses made at the same moment
 * only as many get through as the quota still has.
 */
export function openAttempt(email: string, clientAddress: string): Promise<AttemptTicket> {
  const at = now();
  const since = new Date(at.getTime() - SIGN_IN_WINDOW_MS);
  const account = sha256(email).toString("hex");
  const address = groupAddress(clientAddress);
  return transaction(async (tx) => {
    for (const subject of [`account:${account}`, `address:${address}`]) {
      await tx.sql("sign_in_lock", "SELECT pg_advisory_xact_lock(hashtextextended($1, 20261))", [subject]);
    }
    const [full] = await tx.sql<{ account: Date | null; address: Date | null }>("sign_in_count", COUNT_FAILURES, [
      account,
      address,
      since,
      FAILURES_PER_ACCOUNT - 1,
      FAILURES_PER_ADDRESS - 1,
    ]);
    const wait = findWaitSeconds([full?.account ?? null, full?.address ?? null], at);
    if (wait !== null) return { kind: "limited", retryAfterSeconds: wait };
    const [attempt] = await tx.sql<{ id: string }>(
      "sign_in_attempt",
      "INSERT INTO sign_in_attempts (account_hash, address, succeeded, at) VALUES ($1, $2, false, $3) RETURNING id::text",
      [account, address, at],
    );
    return { kind: "open", attemptId: attempt?.id ?? "0" };
  });
}

const COUNT_FAILURES = `
  SELECT (SELECT at FROM sign_in_attempts WHERE account_hash = $1 AND NOT succeeded AND at > $3
          ORDER BY at DESC OFFSET $4 LIMIT 1) AS account,
         (SELECT at FROM sign_in_attempts WHERE address = $2 AND NOT succeeded AND at > $3
          ORDER BY at DESC OFFSET $5 LIMIT 1) AS address`;

export async function markAttemptSucceeded(attemptId: string): Promise<void> {
  await sql("sign_in_succeeded", "UPDATE sign_in_attempts SET succeeded = true WHERE id = $1::bigint", [attemptId]);
}

/** What has been out of the window for a day serves no purpose. */
export function eraseOldAttempts(): Promise<boolean> {
  const before = new Date(now().getTime() - 96 * SIGN_IN_WINDOW_MS);
  return eraseInBatches((limit) =>
    sql(
      "erase_sign_in_attempts",
      `DELETE FROM sign_in_attempts WHERE ctid = ANY(ARRAY(
         SELECT ctid FROM sign_in_attempts WHERE at < $1 ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED)) RETURNING 1`,
      [before, limit],
    ),
  );
}
