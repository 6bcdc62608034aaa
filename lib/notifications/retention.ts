import { eraseInBatches, eraseUnheld } from "../db/erase";
import { now } from "../platform/clock";
import { NOTIFICATION_RETENTION_DAYS } from "../platform/limits";
import { ERASE_OLD_NOTIFICATIONS } from "./notifications.sql";

const DAY_MS = 24 * 60 * 60 * 1000;

export function eraseOldNotifications(): Promise<boolean> {
  const before = new Date(now().getTime() - NOTIFICATION_RETENTION_DAYS * DAY_MS);
  return eraseInBatches((limit) => eraseUnheld(ERASE_OLD_NOTIFICATIONS, { before, limit }));
}
