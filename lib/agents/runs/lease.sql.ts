// SQL: the lease of a run is a lock, and it is renewed every few seconds.
import { boolean, instant, json, nullable, statement, text, uuid } from "../../db/statement";
import type { WrittenThing } from "./run";

const IS_CANCELLED = `cancel_requested_at IS NOT NULL AS "isCancelled"`;
const HELD = "id = $1 AND claim_token = $2 AND state = 'RUNNING'";

export const RENEW_LEASE = statement({
  name: "renew_run_lease",
  params: [text, text, instant, instant],
  row: { isCancelled: boolean },
  text: `UPDATE agent_runs SET claimed_at = $3 WHERE ${HELD} AND claimed_at >= $4 RETURNING ${IS_CANCELLED}`,
});

export const READ_LEASE = statement({
  name: "read_run_lease",
  params: [text, text, instant],
  row: { isCancelled: boolean },
  text: `SELECT ${IS_CANCELLED} FROM agent_runs WHERE ${HELD} AND claimed_at >= $3`,
});

export const LOCK_HELD_RUN = statement({
  name: "lock_held_run",
  params: [text, text],
  row: {
    written: json<WrittenThing[]>(),
    isCancelled: boolean,
    connectorId: text,
    requestId: text,
    traceId: nullable(uuid),
  },
  text: `
    SELECT written, ${IS_CANCELLED}, connector_id AS "connectorId", request_id AS "requestId",
      trace_id AS "traceId"
    FROM agent_runs WHERE ${HELD} FOR UPDATE`,
});

export const LOCK_SUCCEEDED_RUN = statement({
  name: "lock_succeeded_run",
  params: [text],
  row: { written: json<WrittenThing[]>() },
  text: "SELECT written FROM agent_runs WHERE id = $1 AND state = 'SUCCEEDED' FOR UPDATE",
});

export const ADD_WRITTEN = statement({
  name: "add_run_written",
  params: [text, json<string>()],
  row: {},
  text: "UPDATE agent_runs SET written = written || $2::jsonb WHERE id = $1",
});
