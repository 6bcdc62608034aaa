export const SESSION_IDLE_MS = 7 * 24 * 60 * 60 * 1000;

export const FRESH_PROOF_MS = 10 * 60 * 1000;

export const INVITATIONS_PER_DAY = 50;
export const INVITATIONS_PER_DAY_AT_FIRST = 5;
export const REPORTED_INVITATION_RETENTION_MS = 365 * 24 * 60 * 60 * 1000;
