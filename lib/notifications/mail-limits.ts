/** The last of these is kept for mails about the safety of the account. */
export const NOTIFICATION_MAILS_PER_HOUR = 4;
export const NOTIFICATIONS_PER_MAIL = 20;
export const NOTIFICATION_MAIL_WINDOW_MS = 24 * 60 * 60 * 1000;
