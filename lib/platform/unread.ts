export const UNREAD_COUNTED_MAX = 100;
