/** The newest messages of a room, and comments on its records, that are looked at to count the unread ones: then "99+". */
export const UNREAD_COUNTED_MAX = 100;
