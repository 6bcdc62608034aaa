/** Client ID metadata documents: one is a few hundred bytes, at a URL that people can read. */
export const CLIENT_URL_MAX_LENGTH = 200;
export const CLIENT_DOCUMENT_MAX_BYTES = 16 * 1024;
export const CLIENT_DOCUMENT_TIMEOUT_MS = 5_000;

/** A document is read again after the time that its Cache-Control names, within these. */
export const CLIENT_DOCUMENT_FRESH_MIN_MS = 5 * 60 * 1000;
export const CLIENT_DOCUMENT_FRESH_MAX_MS = 24 * 60 * 60 * 1000;
/** One that could not be read for this long opens no new consent. */
export const CLIENT_DOCUMENT_STALE_DAYS = 7;

/** Undecided clients that one person has asked for, and that all have. */
export const CLIENT_REQUESTS_PER_PERSON_MAX = 10;
export const CLIENT_REQUESTS_MAX = 200;

/** Keys of a client that signs assertions (RFC 7523), and how often one that is missing may cause a reading of their URL. */
export const CLIENT_KEYS_MAX = 20;
export const CLIENT_KEYS_READ_MIN_MS = 60 * 1000;
/** An assertion expires at most this far in the future; clocks may differ by the skew. */
export const CLIENT_ASSERTION_LIFETIME_MAX_SECONDS = 600;
export const CLIENT_ASSERTION_SKEW_SECONDS = 30;
