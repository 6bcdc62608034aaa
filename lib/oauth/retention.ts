import { eraseInBatches, eraseUnheld } from "../db/erase";
import { now } from "../platform/clock";
import { DEAD_TOKEN_RETENTION_MS, GRANT_TIMELINE_RETENTION_MS } from "../platform/limits";
import { ERASE_EXPIRED } from "./server/tokens.sql";

/** Used refresh tokens are kept until their family ends, because that is how reuse is recognised. */
export async function eraseExpiredTokens(): Promise<boolean> {
  let isDone = true;
  for (const statement of Object.values(ERASE_EXPIRED)) {
    const retentionMs = statement === ERASE_EXPIRED.grants ? GRANT_TIMELINE_RETENTION_MS : DEAD_TOKEN_RETENTION_MS;
    const before = new Date(now().getTime() - retentionMs);
    isDone = (await eraseInBatches((limit) => eraseUnheld(statement, { before, limit }))) && isDone;
  }
  return isDone;
}
