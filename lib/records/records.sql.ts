// SQL: paths of /v1, and the lock of the lifecycle.
import { isVisibleTo } from "../access/access.sql";
import { isHeld } from "../db/holds.sql";
import { changedIn } from "../db/page";
import { isoText } from "../db/pool";
import { listStatement } from "../db/read-page";
import { boolean, enumeration, instant, integer, limit, nullable, statement, text } from "../db/statement";
import { summaryRow } from "../db/summary-row";
import type { RecordStatus } from "./record";
import { RecordSummary } from "./record";

const COLUMNS = `id, room_id AS "roomId", title, status, created_by_id AS "createdById",
  ${isoText("created_at")} AS "createdAt", ${isoText("updated_at")} AS "updatedAt"`;

const STATUS = enumeration<RecordStatus>("record_status");

const ROW = { ...summaryRow(RecordSummary), status: STATUS };

export const LIST_RECORDS = listStatement({
  name: "list_records",
  row: ROW,
  select: `SELECT ${COLUMNS} FROM records WHERE`,
  owner: "room_id",
  id: "id",
});

export const LIST_CHANGED_RECORDS = statement({
  name: "list_changed_records",
  params: [text, text, limit, instant],
  row: ROW,
  text: `SELECT ${COLUMNS} FROM ${changedIn("records")} ORDER BY id DESC LIMIT $3`,
});

export const READ_RECORD = statement({
  name: "read_record",
  params: [text, text],
  row: { ...ROW, content: text },
  text: `SELECT ${COLUMNS}, content FROM records WHERE id = $1 AND room_id = $2`,
});

export const INSERT_RECORD = statement({
  name: "create_record",
  params: [text, text, text, text, text, instant, nullable(text), nullable(text)],
  row: ROW,
  text: `
    INSERT INTO records (id, room_id, title, content, created_by_id, created_at, updated_at, via_id, via_request_id)
    VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8) RETURNING ${COLUMNS}`,
});

/** An open or given approval ends with the text it was for. A save without changes stores nothing. */
export const UPDATE_RECORD = statement({
  name: "update_record",
  params: [
    text,
    text,
    nullable(text),
    nullable(text),
    instant,
    text,
    nullable(integer),
    integer,
    nullable(text),
    nullable(text),
  ],
  row: { ...ROW, isWithdrawn: boolean },
  text: `
    WITH changed AS (
      SELECT id, version, title, content, status, coalesce(saved_at, created_at) AS saved_at FROM records
      WHERE id = $1 AND room_id = $2 AND created_by_id = $6 AND status NOT IN ('LOCKED', 'ARCHIVED')
        AND ($7::int IS NULL OR version = $7)
        AND (title, content) IS DISTINCT FROM (coalesce($3::text, title), coalesce($4::text, content))
    ), kept AS (
      INSERT INTO record_versions (record_id, version, title, content, saved_at)
      SELECT id, version, title, content, saved_at FROM changed
    ), dropped AS (
      DELETE FROM record_versions v USING changed c WHERE v.record_id = c.id AND v.version <= c.version - $8
        AND NOT ${isHeld("(SELECT r.billing_entity_id FROM rooms r WHERE r.id = $2)")}
    ), withdrawn AS (
      UPDATE approvals a SET status = 'WITHDRAWN', decided_by_id = $6, decided_at = $5
      FROM changed c WHERE a.record_id = c.id AND a.status = 'REQUESTED'
    )
    UPDATE records SET
      title = coalesce($3, title), content = coalesce($4, content), updated_at = $5,
      version = version + (SELECT count(*)::int FROM changed),
      saved_at = CASE WHEN EXISTS (SELECT 1 FROM changed) THEN $5 ELSE saved_at END,
      changed_via_id = CASE WHEN EXISTS (SELECT 1 FROM changed) THEN $9 ELSE changed_via_id END,
      changed_via_request_id = CASE WHEN EXISTS (SELECT 1 FROM changed) THEN $10 ELSE changed_via_request_id END,
      status = CASE WHEN EXISTS (SELECT 1 FROM changed) THEN 'DRAFT' ELSE status END
    WHERE id = $1 AND room_id = $2 AND created_by_id = $6 AND status NOT IN ('LOCKED', 'ARCHIVED')
      AND ($7::int IS NULL OR version = $7)
    RETURNING ${COLUMNS}, EXISTS (SELECT 1 FROM changed WHERE status = 'PENDING_APPROVAL') AS "isWithdrawn"`,
});

function lifecycleStatement(name: string, lock: "" | "FOR UPDATE") {
  return statement({
    name,
    params: [text, text, nullable(text)],
    row: {
      title: text,
      version: integer,
      status: STATUS,
      unlocksTo: nullable(STATUS),
      unarchivesTo: nullable(STATUS),
      isCreator: boolean,
    },
    text: `
      SELECT title, version, status, unlocks_to AS "unlocksTo", unarchives_to AS "unarchivesTo",
        created_by_id IS NOT DISTINCT FROM $3 AS "isCreator"
      FROM records WHERE id = $1 AND room_id = $2 ${lock}`,
  });
}

export const READ_LIFECYCLE = lifecycleStatement("read_lifecycle", "");
/** The second of two concurrent changes waits here and sees the result of the first. */
export const LOCK_LIFECYCLE = lifecycleStatement("lock_lifecycle", "FOR UPDATE");

export const FIND_OPEN_REQUEST = statement({
  name: "find_open_request",
  params: [text, text, integer],
  row: { requestId: text, isRequester: boolean, hasOtherDecider: boolean },
  text: `
    SELECT a.id AS "requestId", a.requested_by_id IS NOT DISTINCT FROM $2 AS "isRequester", EXISTS (
      SELECT 1 FROM records d JOIN rooms r ON r.id = d.room_id JOIN room_members m ON m.room_id = r.id
      WHERE d.id = a.record_id AND m.role >= $3 AND m.user_id <> $2 AND ${isVisibleTo("m.user_id")}
    ) AS "hasOtherDecider"
    FROM approvals a WHERE a.record_id = $1 AND a.status = 'REQUESTED' ORDER BY a.id DESC LIMIT 1`,
});
