import { eraseInBatches, eraseUnheld } from "../db/erase";
import { createTurns } from "../db/take-turns";
import { transaction } from "../db/transaction";
import { nowMs } from "../platform/clock";
import { FILE_TRANSFER_MAX_MS, REQUEST_DETAILS_RETENTION_DAYS, REQUEST_HOURS_RETENTION_DAYS } from "../platform/limits";
import {
  COUNT_REQUESTS,
  ERASE_CALLER_HOURS,
  ERASE_DELIVERY_HOURS,
  ERASE_ENTITY_HOURS,
  ERASE_REQUEST_DAYS,
  ERASE_REQUEST_HOURS,
  ERASE_ROOM_HOURS,
  LOCK_COUNT,
} from "./rollup.sql";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Each piece adds to the same sums, so smaller pieces cost more; larger ones delay requests for longer. */
const ROWS_MAX = 10_000;
/** A stop waits for the whole step of the background function. */
const PIECES_MAX = 10;

export async function countRequests(): Promise<boolean> {
  // A request still under way began no earlier than this.
  const settled = new Date(nowMs() - FILE_TRANSFER_MAX_MS);
  const takeTurn = createTurns();
  for (let piece = 0; piece < PIECES_MAX; piece += 1) {
    const hasMore = await takeTurn(() => countPiece(settled));
    if (!hasMore) return true;
  }
  return false;
}

async function countPiece(settled: Date): Promise<boolean> {
  const [piece] = await transaction(async (tx) => {
    await tx.query(LOCK_COUNT);
    return tx.query(COUNT_REQUESTS, { settled, limit: ROWS_MAX });
  });
  return piece?.hasMore === true;
}

export async function eraseOldHours(): Promise<boolean> {
  const daysAgo = (days: number) => new Date(nowMs() - days * DAY_MS);
  const old = daysAgo(REQUEST_HOURS_RETENTION_DAYS);
  const hours = await eraseInBatches((limit) => eraseUnheld(ERASE_REQUEST_HOURS, { before: old, limit }));
  const days = await eraseInBatches((limit) => eraseUnheld(ERASE_REQUEST_DAYS, { before: old, limit }));
  const totals = await eraseInBatches((limit) => eraseUnheld(ERASE_ENTITY_HOURS, { before: old, limit }));
  const callers = await eraseInBatches((limit) => eraseUnheld(ERASE_CALLER_HOURS, { before: old, limit }));
  const deliveries = await eraseInBatches((limit) => eraseUnheld(ERASE_DELIVERY_HOURS, { before: old, limit }));
  const rooms = await eraseInBatches((limit) =>
    eraseUnheld(ERASE_ROOM_HOURS, { before: daysAgo(REQUEST_DETAILS_RETENTION_DAYS), limit }),
  );
  return hours && days && totals && callers && deliveries && rooms;
}
