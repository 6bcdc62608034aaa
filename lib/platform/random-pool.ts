import { randomFillSync } from "node:crypto";

const POOL_BYTES = 4_096;
const pool = { bytes: Buffer.alloc(POOL_BYTES), used: POOL_BYTES };

/** A system call for each id would cost more than the rest of it. */
function take(bytes: number): number {
  if (pool.used + bytes > POOL_BYTES) {
    randomFillSync(pool.bytes);
    pool.used = 0;
  }
  pool.used += bytes;
  return pool.used - bytes;
}

/** Only ids may come from here: used bytes stay in memory until the pool is filled again. */
export function randomText(bytes: number, encoding: "hex" | "base64url"): string {
  const from = take(bytes);
  return pool.bytes.toString(encoding, from, from + bytes);
}

export function randomUint32(): number {
  return pool.bytes.readUInt32LE(take(4));
}
