import { eraseInBatches, eraseUnheld } from "../db/erase";
import { now } from "../platform/clock";
import { ERASE_EXPIRED_INVITATIONS } from "./organizations.sql";

/** People's e-mail addresses are kept no longer than needed. False: there is more. */
export function eraseExpiredInvitations(): Promise<boolean> {
  return eraseInBatches((limit) => eraseUnheld(ERASE_EXPIRED_INVITATIONS, [now(), limit]));
}
