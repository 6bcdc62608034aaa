export const SEARCHES_PER_MINUTE = 240;
export const URL_CHECKS_PER_MINUTE = 60;
