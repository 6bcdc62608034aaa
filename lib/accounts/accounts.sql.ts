// SQL: every page looks up a session; the others lock, or erase in batches.

import { isOpenInvitation, isOpenSession } from "../access/access.sql";
import { eraseStatement } from "../db/erase";
import { isoText } from "../db/pool";
import { bigint, boolean, instant, instantText, nullable, statement, text, textArray } from "../db/statement";

export const FIND_PROFILES = statement({
  name: "read_profiles",
  params: { ids: textArray },
  row: { id: text, email: text, name: text, locale: text, createdAt: instantText },
  text: (p) =>
    `SELECT id, email, name, locale, ${isoText("created_at")} AS "createdAt" FROM users WHERE id = ANY(${p.ids})`,
});

export const FIND_OPEN_SESSION = statement({
  name: "find_open_session",
  params: { sessionId: text, userId: text, at: instant },
  row: { lastUsedAt: instant, createdAt: instant, id: text, email: text, name: text, locale: text, isAdmin: boolean },
  text: (p) => `
    SELECT s.last_used_at AS "lastUsedAt", s.created_at AS "createdAt", u.id, u.email, u.name, u.locale, u.is_admin AS "isAdmin"
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.id = ${p.sessionId} AND s.user_id = ${p.userId} AND ${isOpenSession(p.at)} AND s.token_hash IS NULL`,
});

export const LOCK_OPEN_SESSION = statement({
  name: "lock_open_session",
  params: { sessionId: text, userId: text, at: instant },
  row: {},
  text: (p) => `
    SELECT FROM sessions s
    WHERE s.id = ${p.sessionId} AND s.user_id = ${p.userId} AND ${isOpenSession(p.at)} AND s.token_hash IS NULL FOR SHARE`,
});

/** FOR SHARE: a concurrent new password waits for the session being started, then ends it. */
export const LOCK_PASSWORD = statement({
  name: "lock_password",
  params: { userId: text },
  row: { hash: nullable(text) },
  text: (p) => `SELECT password_hash AS hash FROM users WHERE id = ${p.userId} FOR SHARE`,
});

export const LOCK_QUOTA = statement({
  name: "sign_in_lock",
  params: { name: text },
  row: {},
  text: (p) => `SELECT FROM pg_advisory_xact_lock(hashtextextended(${p.name}, 20261))`,
});

/** A request without an account must give its connection back soon. */
export const WAIT_BRIEFLY = statement({
  name: "wait_briefly",
  row: {},
  text: "SELECT FROM set_config('lock_timeout', '2s', true)",
});

/** Requests give up on a lock after ten seconds; an operator's command waits. */
export const WAIT_FOR_LOCKS = statement({
  name: "wait_for_locks",
  row: {},
  text: "SELECT FROM set_config('lock_timeout', '0', true) AS lock, set_config('statement_timeout', '0', true) AS statement",
});

/** Answers of one passkey take turns, so the second sees the first one's counter. */
export const LOCK_PASSKEY = statement({
  name: "lock_passkey",
  params: { id: text },
  row: { counter: bigint },
  text: (p) => `SELECT counter FROM passkeys WHERE id = ${p.id} FOR UPDATE`,
});

export const LOCK_ADMINISTRATORS = statement({
  name: "lock_administrators",
  row: {},
  text: "SELECT FROM pg_advisory_xact_lock(hashtextextended('svc.administrators', 20264))",
});

export const FIND_INVITATION_OF = statement({
  name: "find_invitation_of",
  params: { email: text, now: instant },
  row: { id: text },
  text: (p) => `
    SELECT i.id FROM invitations i JOIN organizations o ON o.id = i.organization_id AND o.is_active
    WHERE i.email = ${p.email} AND ${isOpenInvitation(p.now)} LIMIT 1`,
});

export const ERASE_EXPIRED_MAIL_TOKENS = eraseStatement("erase_expired_mail_tokens", {
  table: "mail_tokens",
  key: "hash",
  age: "expires_at",
  entity: null,
});

export const ERASE_EXPIRED_CHALLENGES = eraseStatement("erase_expired_challenges", {
  table: "used_challenges",
  key: "hash",
  age: "expires_at",
  entity: null,
});

export const ERASE_EXPIRED_SESSIONS = eraseStatement("erase_expired_sessions", {
  table: "sessions",
  age: "expires_at",
  entity: null,
});

export const ERASE_EXPIRED_CLI_LOGINS = eraseStatement("erase_expired_cli_logins", {
  table: "cli_logins",
  age: "expires_at",
  entity: null,
});

export const ERASE_OLD_ATTEMPTS = eraseStatement("erase_sign_in_attempts", {
  table: "sign_in_attempts",
  age: "at",
  entity: null,
});
