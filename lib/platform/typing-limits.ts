/** Searches that one person types, in the command palette and in rooms: a fast typist needs about two a second. */
export const SEARCHES_PER_MINUTE = 240;
/** URLs of one person that forms check while they are typed: a slow typist pauses at each letter. */
export const URL_CHECKS_PER_MINUTE = 60;
