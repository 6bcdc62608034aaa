import type { ActionName } from "../connectors/connector";
import { now } from "../platform/clock";
import { sql, type Transaction, transaction } from "../platform/db";
import { AGENT_RUN_CLAIM_MS } from "../platform/limits";
import { CANCELLED, type RunStep } from "./run";
import { type KeptThing, type NamedThing, writeNamed } from "./written-store";

/** A run in this process's hands: every write for it names the token, so one that lost it changes nothing any more. */
export interface ClaimedRun {
  id: string;
  token: string;
  connectorId: string;
  requestedById: string;
  action: ActionName;
  input: unknown;
  units: number;
  steps: RunStep[];
  /** What a process before this one had got already. */
  answer: string | null;
  reservationId: string | null;
  attempts: number;
  isCancelled: boolean;
}

/** Another process has the run, or it has ended. */
export class ClaimLost extends Error {
  override name = "ClaimLost";
}

export const CLAIMED_COLUMNS = `id, connector_id AS "connectorId", requested_by_id AS "requestedById", action, input, units,
  steps, answer, reservation_id AS "reservationId", attempts, cancel_requested_at IS NOT NULL AS "isCancelled"`;

/**
 * A test of a connection: no agent run, so it waits for no turn. `held`: another process works on it. `over`: there is
 * nothing left to do.
 */
export async function claimTest(runId: string, token: string): Promise<ClaimedRun | "held" | "over"> {
  const at = now();
  const [run] = await sql<Omit<ClaimedRun, "token">>(
    "claim_connection_test",
    `UPDATE agent_runs SET state = 'RUNNING', claim_token = $2, claimed_at = $3, started_at = coalesce(started_at, $3),
       attempts = attempts + 1
     WHERE id = $1 AND action = 'test-connection' AND (state = 'QUEUED' OR (state = 'RUNNING' AND claimed_at < $4))
     RETURNING ${CLAIMED_COLUMNS}`,
    [runId, token, at, leaseStart(at)],
  );
  if (run) return { ...run, token };
  const rows = await sql("find_running_run", "SELECT 1 FROM agent_runs WHERE id = $1 AND state = 'RUNNING'", [runId]);
  return rows.length > 0 ? "held" : "over";
}

/** Leases renewed before this instant have expired at `at`. */
export function leaseStart(at: Date): Date {
  return new Date(at.getTime() - AGENT_RUN_CLAIM_MS);
}

type Hold = Pick<ClaimedRun, "id" | "token">;

/**
 * Renews the lease, and hears whether the run was cancelled. An expired lease is lost even where nobody has taken the run:
 * its place among the three may have been given away.
 */
export async function beatRun({ id, token }: Hold): Promise<"on" | "cancelled" | "lost"> {
  const at = now();
  const [row] = await sql<{ isCancelled: boolean }>(
    "beat_run",
    `UPDATE agent_runs SET claimed_at = $3 WHERE id = $1 AND claim_token = $2 AND state = 'RUNNING' AND claimed_at >= $4
     RETURNING cancel_requested_at IS NOT NULL AS "isCancelled"`,
    [id, token, at, leaseStart(at)],
  );
  if (!row) return "lost";
  return row.isCancelled ? "cancelled" : "on";
}

/** Between two beats a look is enough. */
export async function watchRun({ id, token }: Hold): Promise<"on" | "cancelled" | "lost"> {
  const [row] = await sql<{ isCancelled: boolean }>(
    "watch_run",
    `SELECT cancel_requested_at IS NOT NULL AS "isCancelled" FROM agent_runs
     WHERE id = $1 AND claim_token = $2 AND state = 'RUNNING' AND claimed_at >= $3`,
    [id, token, leaseStart(now())],
  );
  if (!row) return "lost";
  return row.isCancelled ? "cancelled" : "on";
}

async function update(hold: Hold, name: string, assignment: string, values: readonly unknown[]): Promise<void> {
  const rows = await sql(
    name,
    `UPDATE agent_runs SET ${assignment} WHERE id = $1 AND claim_token = $2 AND state = 'RUNNING' RETURNING id`,
    [hold.id, hold.token, ...values],
  );
  if (rows.length === 0) throw new ClaimLost();
}

/** What could not be foreseen has happened: the next attempt need not wait until this one counts as dead. */
export async function letGoOfRun({ id, token }: Hold): Promise<void> {
  await sql(
    "let_go_of_run",
    `UPDATE agent_runs SET claimed_at = 'epoch' WHERE id = $1 AND claim_token = $2 AND state = 'RUNNING'`,
    [id, token],
  );
}

export function keepSteps(hold: Hold, steps: readonly RunStep[]): Promise<void> {
  return update(hold, "keep_run_steps", "steps = $3", [JSON.stringify(steps)]);
}

export function keepReservation(hold: Hold, reservationId: string | null): Promise<void> {
  return update(hold, "keep_run_reservation", "reservation_id = $3", [reservationId]);
}

/** Taken up again, a run may find another gateway behind its connector: both are on record. */
export function keepGatewayHost(hold: Hold, gatewayHost: string | null): Promise<void> {
  const assignment = `gateway_host = CASE WHEN gateway_host IS NULL OR gateway_host = $3::text THEN $3
    ELSE concat_ws(', ', gateway_host, $3) END`;
  return update(hold, "keep_run_gateway", assignment, [gatewayHost]);
}

/** On record before anything leaves: what, and under which name. What left before stays on it. */
export function keepQuestion(
  hold: Hold,
  { prompt, sentIds, sessionKey }: { prompt: string; sentIds: string[]; sessionKey: string },
): Promise<void> {
  const assignment = `prompt = $3, session_key = $5,
    sent_ids = coalesce(sent_ids, '{}')
      || ARRAY(SELECT id FROM unnest($4::text[]) AS id WHERE id <> ALL(coalesce(sent_ids, '{}')))`;
  return update(hold, "keep_run_question", assignment, [prompt, sentIds, sessionKey]);
}

export function keepAnswer(hold: Hold, answer: string): Promise<void> {
  return update(hold, "keep_run_answer", "answer = $3", [answer]);
}

/** Answers the id of what it wrote. */
export type WriteThing = (tx: Transaction) => Promise<string>;

/**
 * §4 rule 3: the key is the run's id and the thing's name in it. The run's row is locked while the thing is written, so
 * what was written is on it, and neither a second process nor one that came too late writes it again.
 */
export async function writeOnce({ id, token }: Hold, what: NamedThing, write: WriteThing): Promise<void> {
  await transaction(async (tx) => {
    const [run] = await tx.sql<{ written: KeptThing[]; isCancelled: boolean }>(
      "lock_held_run",
      `SELECT written, cancel_requested_at IS NOT NULL AS "isCancelled" FROM agent_runs
       WHERE id = $1 AND claim_token = $2 AND state = 'RUNNING' FOR UPDATE`,
      [id, token],
    );
    if (!run) throw new ClaimLost();
    if (run.isCancelled) throw CANCELLED();
    await writeNamed(tx, { id, written: run.written }, what, write);
  });
}
