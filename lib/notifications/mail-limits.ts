/** Mails to one person in an hour. The last one is kept for those about the safety of the account. */
export const NOTIFICATION_MAILS_PER_HOUR = 4;
/** A mail names so many; the inbox has all. */
export const NOTIFICATIONS_PER_MAIL = 20;
/** A notification that has waited for longer is no news any more. */
export const NOTIFICATION_MAIL_WINDOW_MS = 24 * 60 * 60 * 1000;
