import type { Manifest } from "../../../prisma/seed/manifest";
import { openDemoWorld } from "./world";

/** The day has 300 requests in each slot, and only the month has server errors, of ten days ago. */
export async function plantLoad(demo: Manifest): Promise<void> {
  await openDemoWorld(demo).query(
    `INSERT INTO service_load (at, seconds, requests, failed, limited, durations, oldest_due_seconds)
     SELECT date_bin(make_interval(secs => length), now() - make_interval(secs => n * length), 'epoch'), length, 300,
       CASE WHEN length = 21600 AND n BETWEEN 36 AND 44 THEN 4321 ELSE 0 END, CASE length WHEN 900 THEN 7 ELSE 0 END,
       array_fill(0, ARRAY[29]) || 300 || array_fill(0, ARRAY[34]), 3600
     FROM unnest(ARRAY[900, 21600]) AS length, generate_series(0, 95) AS n ORDER BY 1, 2
     ON CONFLICT (at, seconds) DO UPDATE SET failed = excluded.failed, limited = excluded.limited,
       durations = excluded.durations, oldest_due_seconds = excluded.oldest_due_seconds`,
  );
}
