/** Requests to pages without a session, of an address in a minute. Posts have the limit of requests without a credential. */
export const PAGES_PER_ADDRESS_PER_MINUTE = 1_200;
/** Requests to pages and their data, of a person's sessions in a minute. */
export const SESSION_REQUESTS_PER_MINUTE = 600;

/** Arrays and objects within each other, in a body for pages. */
export const BODY_DEPTH_MAX = 100;
/** Twice what an action takes: what is larger is refused before it is read to its end. */
export const PAGE_BODY_MAX_BYTES = 4 * 1024 * 1024;
