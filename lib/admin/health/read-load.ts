import type { AdminAccess } from "../../access/open-administration";
import type { RowOf } from "../../db/statement";
import { query } from "../../db/transaction";
import { now } from "../../platform/clock";
import { readPercentileMs } from "../../platform/load";
import { log } from "../../platform/log";
import { startOfSpan } from "../../platform/time-span";
import { READ_LOAD } from "../monitoring/load.sql";
import { SLOT_SECONDS } from "../monitoring/record-load";
import { answerInTime } from "./read-health";

export type LoadSpan = keyof typeof SLOT_SECONDS;
export const LOAD_SPANS = Object.keys(SLOT_SECONDS) as readonly LoadSpan[];

export interface LoadSlot {
  at: Date;
  seconds: number;
  /** null: no process ran, or none could store its counts. */
  load: {
    requests: number;
    failed: number;
    limited: number;
    p99Ms: number | null;
    oldestDueSeconds: number | null;
  } | null;
}

const MINUTE_SECONDS = 60;

/** null: it could not be read in time, which must not delay what is wrong now. */
export function readLoadInTime(admin: AdminAccess, span: LoadSpan, timeoutMs?: number): Promise<LoadSlot[] | null> {
  const read = () =>
    readLoad(admin, span).catch((error: unknown) => {
      log().warn({ error }, "the load could not be read");
      return null;
    });
  return answerInTime<LoadSlot[] | null>(`load ${span}`, read, null, timeoutMs);
}

export async function readLoad(_admin: AdminAccess, span: LoadSpan): Promise<LoadSlot[]> {
  const [at, seconds] = [now(), SLOT_SECONDS[span]];
  const lengthMs = seconds * 1000;
  const firstMs = Math.floor(startOfSpan(span, at).getTime() / lengthMs + 1) * lengthMs;
  const rows = await query(READ_LOAD, { seconds, since: new Date(firstMs) });
  const found = new Map(rows.map((row) => [row.at.getTime(), row]));
  const slots = Math.floor((at.getTime() - firstMs) / lengthMs) + 1;
  return Array.from({ length: slots }, (_, index): LoadSlot => {
    const startMs = firstMs + index * lengthMs;
    const row = found.get(startMs);
    return {
      at: new Date(startMs),
      seconds: Math.max(MINUTE_SECONDS, Math.min(lengthMs, at.getTime() - startMs) / 1000),
      load: row ? presentLoad(row) : null,
    };
  });
}

function presentLoad({ requests, failed, limited, durations, oldestDueSeconds }: RowOf<typeof READ_LOAD>) {
  return { requests, failed, limited, oldestDueSeconds, p99Ms: readPercentileMs(durations, 0.99) };
}
