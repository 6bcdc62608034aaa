import { now } from "../platform/clock";
import { query } from "../platform/db";
import { eraseInBatches } from "../platform/erase";
import { ERASE_EXPIRED_INVITATIONS } from "./organizations.sql";

/** People's e-mail addresses are kept no longer than needed. False: there is more. */
export function eraseExpiredInvitations(): Promise<boolean> {
  return eraseInBatches((limit) => query(ERASE_EXPIRED_INVITATIONS, [now(), limit]));
}
