import { eraseInBatches } from "@/lib/db/erase";
import { query } from "@/lib/db/transaction";
import { now } from "@/lib/platform/clock";
import { SESSION_RETENTION_MS } from "@/lib/platform/limits";
import {
  ERASE_EXPIRED_CHALLENGES,
  ERASE_EXPIRED_CLI_LOGINS,
  ERASE_EXPIRED_MAIL_TOKENS,
  ERASE_EXPIRED_SESSIONS,
  ERASE_OLD_ATTEMPTS,
} from "./accounts.sql";
import { SIGN_IN_WINDOW_MS } from "./sign-in/sign-in-limit";

const ATTEMPT_RETENTION_MS = 96 * SIGN_IN_WINDOW_MS;

export function eraseExpiredSessions(): Promise<boolean> {
  const before = new Date(now().getTime() - SESSION_RETENTION_MS);
  return eraseInBatches((limit) => query(ERASE_EXPIRED_SESSIONS, { before, limit }));
}

export function eraseExpiredCliLogins(): Promise<boolean> {
  const before = new Date(now().getTime() - SESSION_RETENTION_MS);
  return eraseInBatches((limit) => query(ERASE_EXPIRED_CLI_LOGINS, { before, limit }));
}

export function eraseExpiredMailTokens(): Promise<boolean> {
  return eraseInBatches((limit) => query(ERASE_EXPIRED_MAIL_TOKENS, { before: now(), limit }));
}

/** A process whose clock is behind still accepts old answers, and must find them used. */
const CHALLENGE_RETENTION_MS = 60 * 60 * 1000;

export function eraseExpiredChallenges(): Promise<boolean> {
  const before = new Date(now().getTime() - CHALLENGE_RETENTION_MS);
  return eraseInBatches((limit) => query(ERASE_EXPIRED_CHALLENGES, { before, limit }));
}

export function eraseOldAttempts(): Promise<boolean> {
  const before = new Date(now().getTime() - ATTEMPT_RETENTION_MS);
  return eraseInBatches((limit) => query(ERASE_OLD_ATTEMPTS, { before, limit }));
}
