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
  params: { ownerId: text, after: text, limit, updatedSince: instant },
  row: ROW,
  text: (p) => `SELECT ${COLUMNS} FROM ${changedIn("records", p)} ORDER BY id DESC LIMIT ${p.limit}`,
});

export const READ_RECORD = statement({
  name: "read_record",
  params: { recordId: text, roomId: text },
  row: { ...ROW, content: text },
  text: (p) => `SELECT ${COLUMNS}, content FROM records WHERE id = ${p.recordId} AND room_id = ${p.roomId}`,
});

export const INSERT_RECORD = statement({
  name: "create_record",
  params: {
    recordId: text,
    roomId: text,
    title: text,
    content: text,
    createdById: text,
    now: instant,
    viaId: nullable(text),
    viaRequestId: nullable(text),
  },
  row: ROW,
  text: (p) => `
    INSERT INTO records (id, room_id, title, content, created_by_id, created_at, updated_at, via_id, via_request_id)
    VALUES (${p.recordId}, ${p.roomId}, ${p.title}, ${p.content}, ${p.createdById}, ${p.now}, ${p.now}, ${p.viaId}, ${p.viaRequestId}) RETURNING ${COLUMNS}`,
});

/** An open or given approval ends with the text it was for. A save without changes stores nothing. */
export const UPDATE_RECORD = statement({
  name: "update_record",
  params: {
    recordId: text,
    roomId: text,
    title: nullable(text),
    content: nullable(text),
    at: instant,
    actorId: text,
    expectedVersion: nullable(integer),
    versionsMax: integer,
    viaId: nullable(text),
    viaRequestId: nullable(text),
  },
  row: { ...ROW, isWithdrawn: boolean },
  text: (p) => `
    WITH changed AS (
      SELECT id, version, title, content, status, coalesce(saved_at, created_at) AS saved_at FROM records
      WHERE id = ${p.recordId} AND room_id = ${p.roomId} AND created_by_id = ${p.actorId} AND status NOT IN ('LOCKED', 'ARCHIVED')
        AND (${p.expectedVersion}::int IS NULL OR version = ${p.expectedVersion})
        AND (title, content) IS DISTINCT FROM (coalesce(${p.title}::text, title), coalesce(${p.content}::text, content))
    ), kept AS (
      INSERT INTO record_versions (record_id, version, title, content, saved_at)
      SELECT id, version, title, content, saved_at FROM changed
    ), dropped AS (
      DELETE FROM record_versions v USING changed c WHERE v.record_id = c.id AND v.version <= c.version - ${p.versionsMax}
        AND NOT ${isHeld(`(SELECT r.billing_entity_id FROM rooms r WHERE r.id = ${p.roomId})`)}
    ), withdrawn AS (
      UPDATE approvals a SET status = 'WITHDRAWN', decided_by_id = ${p.actorId}, decided_at = ${p.at}
      FROM changed c WHERE a.record_id = c.id AND a.status = 'REQUESTED'
    )
    UPDATE records SET
      title = coalesce(${p.title}, title), content = coalesce(${p.content}, content), updated_at = ${p.at},
      version = version + (SELECT count(*)::int FROM changed),
      saved_at = CASE WHEN EXISTS (SELECT 1 FROM changed) THEN ${p.at} ELSE saved_at END,
      changed_via_id = CASE WHEN EXISTS (SELECT 1 FROM changed) THEN ${p.viaId} ELSE changed_via_id END,
      changed_via_request_id = CASE WHEN EXISTS (SELECT 1 FROM changed) THEN ${p.viaRequestId} ELSE changed_via_request_id END,
      status = CASE WHEN EXISTS (SELECT 1 FROM changed) THEN 'DRAFT' ELSE status END
    WHERE id = ${p.recordId} AND room_id = ${p.roomId} AND created_by_id = ${p.actorId} AND status NOT IN ('LOCKED', 'ARCHIVED')
      AND (${p.expectedVersion}::int IS NULL OR version = ${p.expectedVersion})
    RETURNING ${COLUMNS}, EXISTS (SELECT 1 FROM changed WHERE status = 'PENDING_APPROVAL') AS "isWithdrawn"`,
});

function lifecycleStatement(name: string, lock: "" | "FOR UPDATE") {
  return statement({
    name,
    params: { recordId: text, roomId: text, userId: nullable(text) },
    row: {
      title: text,
      version: integer,
      status: STATUS,
      unlocksTo: nullable(STATUS),
      unarchivesTo: nullable(STATUS),
      isCreator: boolean,
    },
    text: (p) => `
      SELECT title, version, status, unlocks_to AS "unlocksTo", unarchives_to AS "unarchivesTo",
        created_by_id IS NOT DISTINCT FROM ${p.userId} AS "isCreator"
      FROM records WHERE id = ${p.recordId} AND room_id = ${p.roomId} ${lock}`,
  });
}

export const READ_LIFECYCLE = lifecycleStatement("read_lifecycle", "");
/** The second of two concurrent changes waits here and sees the result of the first. */
export const LOCK_LIFECYCLE = lifecycleStatement("lock_lifecycle", "FOR UPDATE");

export const FIND_OPEN_REQUEST = statement({
  name: "find_open_request",
  params: { recordId: text, userId: text, managerRole: integer },
  row: { requestId: text, isRequester: boolean, hasOtherDecider: boolean },
  text: (p) => `
    SELECT a.id AS "requestId", a.requested_by_id IS NOT DISTINCT FROM ${p.userId} AS "isRequester", EXISTS (
      SELECT 1 FROM records d JOIN rooms r ON r.id = d.room_id JOIN room_members m ON m.room_id = r.id
      WHERE d.id = a.record_id AND m.role >= ${p.managerRole} AND m.user_id <> ${p.userId} AND ${isVisibleTo("m.user_id")}
    ) AS "hasOtherDecider"
    FROM approvals a WHERE a.record_id = ${p.recordId} AND a.status = 'REQUESTED' ORDER BY a.id DESC LIMIT 1`,
});
