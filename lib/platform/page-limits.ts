export const PAGES_PER_ADDRESS_PER_MINUTE = 1_200;
export const SESSION_REQUESTS_PER_MINUTE = 600;

export const BODY_DEPTH_MAX = 100;
export const PAGE_BODY_MAX_BYTES = 4 * 1024 * 1024;

export const SEARCHES_PER_MINUTE = 240;
export const SEARCH_TEXT_MAX_LENGTH = 200;
export const URL_CHECKS_PER_MINUTE = 60;

export const UNREAD_COUNTED_MAX = 100;
