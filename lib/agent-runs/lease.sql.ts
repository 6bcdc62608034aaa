import { boolean, instant, json, nullable, statement, text, textArray, uuid } from "../platform/statement";
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

export const SAVE_STEPS = statement({
  name: "save_run_steps",
  params: [text, text, json<string>()],
  row: { id: text },
  text: `UPDATE agent_runs SET steps = $3 WHERE ${HELD} RETURNING id`,
});

export const SAVE_RESERVATION = statement({
  name: "save_run_reservation",
  params: [text, text, nullable(uuid)],
  row: { id: text },
  text: `UPDATE agent_runs SET reservation_id = $3 WHERE ${HELD} RETURNING id`,
});

export const SAVE_ANSWER = statement({
  name: "save_run_answer",
  params: [text, text, text],
  row: { id: text },
  text: `UPDATE agent_runs SET answer = $3 WHERE ${HELD} RETURNING id`,
});

/** After an interruption a run may find another gateway behind its connector: both are on record. */
export const SAVE_GATEWAY_HOST = statement({
  name: "save_run_gateway_host",
  params: [text, text, nullable(text)],
  row: { id: text },
  text: `
    UPDATE agent_runs SET gateway_host = CASE WHEN gateway_host IS NULL OR gateway_host = $3::text THEN $3
      ELSE concat_ws(', ', gateway_host, $3) END
    WHERE ${HELD} RETURNING id`,
});

/** Ids that left in an earlier attempt stay on record. */
export const SAVE_QUESTION = statement({
  name: "save_run_question",
  params: [text, text, text, textArray, text],
  row: { id: text },
  text: `
    UPDATE agent_runs SET prompt = $3, session_key = $5, sent_ids = coalesce(sent_ids, '{}')
      || ARRAY(SELECT id FROM unnest($4::text[]) AS id WHERE id <> ALL(coalesce(sent_ids, '{}')))
    WHERE ${HELD} RETURNING id`,
});

export const LOCK_HELD_RUN = statement({
  name: "lock_held_run",
  params: [text, text],
  row: { written: json<WrittenThing[]>(), isCancelled: boolean },
  text: `SELECT written, ${IS_CANCELLED} FROM agent_runs WHERE ${HELD} FOR UPDATE`,
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
