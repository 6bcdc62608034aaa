import { eraseInBatches, eraseUnheld } from "../db/erase";
import { now } from "../platform/clock";
import { MAIL_RETENTION_MS } from "./mail";
import { ERASE_OLD_MAILS } from "./mails.sql";

export function eraseOldMails(): Promise<boolean> {
  const before = new Date(now().getTime() - MAIL_RETENTION_MS);
  return eraseInBatches((limit) => eraseUnheld(ERASE_OLD_MAILS, { before, limit }));
}
