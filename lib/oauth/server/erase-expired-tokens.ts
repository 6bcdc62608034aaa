import { eraseInBatches, eraseUnheld } from "../../db/erase";
import { now } from "../../platform/clock";
import { DEAD_TOKEN_RETENTION_MS, GRANT_TIMELINE_RETENTION_MS } from "../../platform/limits";
import { ERASE_EXPIRED } from "./tokens.sql";

/**
 * Erases decisions, assertions, codes and tokens that expired a while ago, and grants with their timelines long after their end. Used
 * refresh tokens are kept until their family's end, which is how a second use is recognised. False: there is more.
 */
export async function eraseExpiredTokens(): Promise<boolean> {
  let isDone = true;
  for (const statement of Object.values(ERASE_EXPIRED)) {
    const retentionMs = statement === ERASE_EXPIRED.grants ? GRANT_TIMELINE_RETENTION_MS : DEAD_TOKEN_RETENTION_MS;
    const before = new Date(now().getTime() - retentionMs);
    isDone = (await eraseInBatches((limit) => eraseUnheld(statement, [before, limit]))) && isDone;
  }
  return isDone;
}
