import { sql } from "../lib/platform/db";

/** True for one process in each interval: that one asks. A clock that was set back does not silence them all. */
export async function claimProbe(at: Date, everyMs: number): Promise<boolean> {
  const rows = await sql(
    "claim_background_probe",
    `INSERT INTO background_probes (id, asked_at) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET asked_at = $1
     WHERE background_probes.asked_at <= $2 OR background_probes.asked_at > $1 RETURNING 1`,
    [at, new Date(at.getTime() - everyMs)],
  );
  return rows.length > 0;
}

export async function answerProbe(askedAt: Date): Promise<void> {
  await sql("answer_background_probe", "UPDATE background_probes SET answered_at = $1", [askedAt]);
}

/** When the newest request that was answered had been made. */
export async function readAnsweredAt(): Promise<Date | null> {
  const [row] = await sql<{ at: Date | null }>(
    "read_background_probe",
    "SELECT answered_at AS at FROM background_probes",
  );
  return row?.at ?? null;
}
