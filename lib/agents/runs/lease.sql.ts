// SQL: the lease of a run is a lock, and it is renewed every few seconds.
import { boolean, instant, json, nullable, statement, text, uuid } from "../../db/statement";
import type { WrittenThing } from "./run";

const IS_CANCELLED = `cancel_requested_at IS NOT NULL AS "isCancelled"`;
const isHeld = (p: { runId: string; token: string }) =>
  `id = ${p.runId} AND claim_token = ${p.token} AND state = 'RUNNING'`;

export const RENEW_LEASE = statement({
  name: "renew_run_lease",
  params: { runId: text, token: text, at: instant, leaseStart: instant },
  row: { isCancelled: boolean },
  text: (p) =>
    `UPDATE agent_runs SET claimed_at = ${p.at} WHERE ${isHeld(p)} AND claimed_at >= ${p.leaseStart} RETURNING ${IS_CANCELLED}`,
});

export const READ_LEASE = statement({
  name: "read_run_lease",
  params: { runId: text, token: text, leaseStart: instant },
  row: { isCancelled: boolean },
  text: (p) => `SELECT ${IS_CANCELLED} FROM agent_runs WHERE ${isHeld(p)} AND claimed_at >= ${p.leaseStart}`,
});

export const LOCK_HELD_RUN = statement({
  name: "lock_held_run",
  params: { runId: text, token: text },
  row: {
    written: json<WrittenThing[]>(),
    isCancelled: boolean,
    connectorId: text,
    requestId: text,
    traceId: nullable(uuid),
  },
  text: (p) => `
    SELECT written, ${IS_CANCELLED}, connector_id AS "connectorId", request_id AS "requestId",
      trace_id AS "traceId"
    FROM agent_runs WHERE ${isHeld(p)} FOR UPDATE`,
});

export const LOCK_SUCCEEDED_RUN = statement({
  name: "lock_succeeded_run",
  params: { runId: text },
  row: { written: json<WrittenThing[]>() },
  text: (p) => `SELECT written FROM agent_runs WHERE id = ${p.runId} AND state = 'SUCCEEDED' FOR UPDATE`,
});

export const ADD_WRITTEN = statement({
  name: "add_run_written",
  params: { runId: text, things: json<string>() },
  row: {},
  text: (p) => `UPDATE agent_runs SET written = written || ${p.things}::jsonb WHERE id = ${p.runId}`,
});
