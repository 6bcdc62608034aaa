import { eraseInBatches } from "../../db/erase";
import { query } from "../../db/transaction";
import { now } from "../../platform/clock";
import { SERVICE_LOAD_RETENTION_DAYS } from "../../platform/limits";
import { ERASE_LOAD } from "./load.sql";

const DAY_MS = 24 * 60 * 60 * 1000;

export function eraseOldLoad(): Promise<boolean> {
  const before = new Date(now().getTime() - SERVICE_LOAD_RETENTION_DAYS * DAY_MS);
  return eraseInBatches((limit) => query(ERASE_LOAD, { before, limit }));
}
