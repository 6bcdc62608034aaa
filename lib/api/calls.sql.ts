// SQL: locks on the path of every request.
import { instant, nullable, statement, text, textArray } from "../db/statement";

/** Rows that another request updates at this moment are skipped: nobody waits for the last use of a credential. */
export const UPDATE_LAST_USE = statement({
  name: "update_last_use",
  params: [instant, textArray, textArray],
  row: {},
  text: `
  WITH used_keys AS (
    UPDATE api_keys SET last_used_at = $1
    WHERE id IN (SELECT id FROM api_keys WHERE id = ANY($2) FOR UPDATE SKIP LOCKED)
  )
  UPDATE oauth_grants SET last_used_at = $1
  WHERE id IN (SELECT id FROM oauth_grants WHERE id = ANY($3) FOR NO KEY UPDATE SKIP LOCKED)`,
});

/** The key is looked at again: a person who ends a recording and deletes its bodies must find none afterwards. */
export const RECORD_BODIES = statement({
  name: "record_bodies",
  params: [instant, text, nullable(text), nullable(text), text, instant],
  row: {},
  text: `
  INSERT INTO recorded_bodies (at, api_key_id, request_id, request_body, response_body)
  SELECT $1, id, $2, $3, $4 FROM api_keys WHERE id = $5 AND recorded_until > $6 FOR SHARE`,
});
