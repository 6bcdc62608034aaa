// SQL: locks on the path of every request.
import { instant, nullable, statement, text, textArray } from "../db/statement";

/** Rows that another request updates at this moment are skipped: nobody waits for the last use of a credential. */
export const UPDATE_LAST_USE = statement({
  name: "update_last_use",
  params: { now: instant, keyIds: textArray, grantIds: textArray },
  row: {},
  text: (p) => `
  WITH used_keys AS (
    UPDATE api_keys SET last_used_at = ${p.now}
    WHERE id IN (SELECT id FROM api_keys WHERE id = ANY(${p.keyIds}) FOR UPDATE SKIP LOCKED)
  )
  UPDATE oauth_grants SET last_used_at = ${p.now}
  WHERE id IN (SELECT id FROM oauth_grants WHERE id = ANY(${p.grantIds}) FOR NO KEY UPDATE SKIP LOCKED)`,
});

/** The key is looked at again: a person who ends a recording and deletes its bodies must find none afterwards. */
export const RECORD_BODIES = statement({
  name: "record_bodies",
  params: {
    startedAt: instant,
    requestId: text,
    requestBody: nullable(text),
    responseBody: nullable(text),
    keyId: text,
    now: instant,
  },
  row: {},
  text: (p) => `
  INSERT INTO recorded_bodies (at, api_key_id, request_id, request_body, response_body)
  SELECT ${p.startedAt}, id, ${p.requestId}, ${p.requestBody}, ${p.responseBody} FROM api_keys WHERE id = ${p.keyId} AND recorded_until > ${p.now} FOR SHARE`,
});
