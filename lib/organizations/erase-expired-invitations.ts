import { eraseInBatches, eraseUnheld } from "../db/erase";
import { now } from "../platform/clock";
import { ERASE_EXPIRED_INVITATIONS } from "./organizations.sql";

/** People's e-mail addresses are stored no longer than needed. */
export function eraseExpiredInvitations(): Promise<boolean> {
  return eraseInBatches((limit) => eraseUnheld(ERASE_EXPIRED_INVITATIONS, [now(), limit]));
}
