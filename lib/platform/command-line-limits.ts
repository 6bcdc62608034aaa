export const LISTENER_UNUSED_MAX_MS = 72 * 60 * 60 * 1000;
export const LISTENERS_PER_PERSON_MAX = 20;
export const LISTENER_WINDOW = 8;
export const LISTENER_CLAIM_MS = 180_000;
export const LISTENER_LEASE_MS = 15_000;
export const LISTENER_RENEW_MS = 5_000;
export const LISTENER_POLL_MS = 2_000;
export const LISTENER_BEAT_MS = 4_000;
export const LISTENER_SILENT_MS = 10_000;

export const CLI_LOGIN_LIFETIME_MS = 10 * 60 * 1000;
export const CLI_LOGIN_POLL_MS = 2_000;
export const CLI_LOGINS_PER_ADDRESS = 20;
export const CLI_DEVICE_NAME_MAX_LENGTH = 64;
export const CLI_CODE_GUESSES_PER_PERSON = 10;
export const CLI_CODE_GUESSES_PER_ADDRESS = 50;
