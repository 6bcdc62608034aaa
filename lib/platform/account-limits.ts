/** A session that nobody uses for this long has ended. */
export const SESSION_IDLE_MS = 7 * 24 * 60 * 60 * 1000;

/** Keys, passkeys and secrets need a sign-in at most this old, or the password again. */
export const FRESH_PROOF_MS = 10 * 60 * 1000;

/** Mails of a day, for a person and for an organization; fewer for a person whose account is younger than a day. */
export const INVITATIONS_PER_DAY = 50;
export const INVITATIONS_PER_DAY_AT_FIRST = 5;
export const REPORTED_INVITATION_RETENTION_MS = 365 * 24 * 60 * 60 * 1000;
