export const NOTIFICATIONS_PATH = "/settings/notifications";
export const PREFERENCES_PATH = `${NOTIFICATIONS_PATH}/preferences`;

/** Marks it as read and goes on to what it tells of. */
export function notificationPath(id: string): string {
  return `${NOTIFICATIONS_PATH}/${id}`;
}
