/** Listeners: webhooks whose receiver is a terminal. Without an open stream for this time, one ends. */
export const LISTENER_UNUSED_MAX_MS = 72 * 60 * 60 * 1000;
export const LISTENERS_PER_PERSON_MAX = 20;
/** Deliveries on their way at once. They are answered in turn, so the last one may wait for all the others' time. */
export const LISTENER_WINDOW = 8;
export const LISTENER_CLAIM_MS = 180_000;
/** Only the process that renews this lease feeds the stream of a listener. */
export const LISTENER_LEASE_MS = 15_000;
export const LISTENER_RENEW_MS = 5_000;
/** For deliveries of which no process told. */
export const LISTENER_POLL_MS = 2_000;
/** A command line whose beats have stopped for this long is gone; its receiver is not merely slow. */
export const LISTENER_BEAT_MS = 4_000;
export const LISTENER_SILENT_MS = 10_000;

/** Sign-ins at the command line: how long a code is good, how often the command line asks, how many an address may have. */
export const CLI_LOGIN_LIFETIME_MS = 10 * 60 * 1000;
export const CLI_LOGIN_POLL_MS = 2_000;
export const CLI_LOGINS_PER_ADDRESS = 20;
export const CLI_DEVICE_NAME_MAX_LENGTH = 64;
/** Codes that a person, and an address, may get wrong in the window of sign-ins. */
export const CLI_CODE_GUESSES_PER_PERSON = 10;
export const CLI_CODE_GUESSES_PER_ADDRESS = 50;
