/** Arrays and objects within each other, in a body for pages. */
export const BODY_DEPTH_MAX = 100;
/** Twice what an action takes: what is larger is refused before it is read to its end. */
export const PAGE_BODY_MAX_BYTES = 4 * 1024 * 1024;
