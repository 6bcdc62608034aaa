import { now } from "../platform/clock";
import { sql } from "../platform/db";
import { eraseInBatches } from "../platform/erase";

/** Addresses of people are kept no longer than they are of use. False: there is more. */
export function eraseExpiredInvitations(): Promise<boolean> {
  return eraseInBatches((limit) =>
    sql(
      "erase_expired_invitations",
      `DELETE FROM invitations WHERE id = ANY(ARRAY(
         SELECT id FROM invitations WHERE expires_at < $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)) RETURNING 1`,
      [now(), limit],
    ),
  );
}
