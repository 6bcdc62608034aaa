// SQL: canonical rows, legal holds, a lock, and jobs, which load no Prisma.

import { isHeld } from "../../db/holds.sql";
import {
  bigint,
  bytes,
  instant,
  integer,
  limit,
  nullable,
  present,
  statement,
  text,
  textArray,
} from "../../db/statement";
import { writeCanonicalRow } from "../proof/canonical-row.sql";

const ROW = {
  area: present(text),
  at: instant,
  id: bigint,
  transactionId: bigint,
  index: nullable(bigint),
  salt: nullable(bytes),
  row: text,
};
const FEW = "a row for each month";

const readRows = (name: string, area: string, isInArea: string, order: string) =>
  statement({
    name,
    params: [text, instant, bigint, instant, instant, limit],
    row: ROW,
    text: `
    SELECT ${area} AS area, a.at, a.id, a.transaction_id AS "transactionId", l.index, l.salt,
      ${writeCanonicalRow("coalesce(l.number::text, 'null')")} AS row
    FROM (SELECT a.* FROM audit_log a WHERE a.at >= $4 AND a.at < $5 AND ${isInArea} ORDER BY ${order} LIMIT $6) a
    LEFT JOIN audit_leaves l ON l.audit_id = a.id ORDER BY ${order}`,
  });

export const READ_AREA_ROWS = readRows(
  "read_audit_rows_to_archive",
  "a.billing_entity_id",
  "(a.billing_entity_id, a.at, a.id) > ($1, $2, $3)",
  "a.billing_entity_id, a.at, a.id",
);

export const READ_SERVICE_ROWS = readRows(
  "read_service_audit_rows_to_archive",
  "''::text",
  "a.billing_entity_id IS NULL AND (a.at, a.id) > ($2, $3) AND $1::text IS NOT NULL",
  "a.at, a.id",
);

export const FIND_HELD_SPAN = statement({
  name: "find_held_span_of_audit_log",
  params: [instant, instant],
  row: { isHeld: present(integer) },
  text: `
  SELECT 1 AS "isHeld" FROM legal_holds h WHERE h.lifted_at IS NULL AND EXISTS (
    SELECT FROM audit_log a WHERE a.billing_entity_id = h.billing_entity_id AND a.at >= $1 AND a.at < $2) LIMIT 1`,
});

export const FIND_ARCHIVE = statement({
  name: "find_audit_archive",
  params: [instant],
  row: { file: text, rows: nullable(bigint), idSum: nullable(text), leftAt: nullable(instant) },
  text: `
  SELECT file, rows, id_sum AS "idSum", left_at AS "leftAt" FROM audit_archives
  WHERE from_at = $1 AND archived_at IS NOT NULL AND erased_at IS NULL`,
});

/** The row is written before its file exists. */
export const ANNOUNCE_ARCHIVE = statement({
  name: "announce_audit_archive",
  params: [text, instant, instant, instant],
  row: {},
  text: "INSERT INTO audit_archives (file, from_at, until_at, started_at) VALUES ($1, $2, $3, $4)",
});

/** Returns nothing when another process has discarded the file or entered the month. */
export const ENTER_ARCHIVE = statement({
  name: "enter_audit_archive",
  params: [text, bigint, text, bigint, instant],
  row: { file: text },
  text: `
  UPDATE audit_archives SET rows = $2, id_sum = $3, bytes = $4, archived_at = $5
  WHERE file = $1 AND archived_at IS NULL AND NOT EXISTS (
    SELECT FROM audit_archives other WHERE other.from_at = audit_archives.from_at AND other.archived_at IS NOT NULL
      AND other.erased_at IS NULL)
  RETURNING file`,
});

export const ENTER_AREA = statement({
  name: "enter_audit_archive_area",
  params: [text, text, bigint, instant, instant, bigint, bigint, textArray, bigint, integer, bytes],
  row: {},
  text: `
  INSERT INTO audit_archive_areas (owner, file, rows, first_at, last_at, least_id, greatest_id, acts, index_at, index_bytes,
    index_digest)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
});

export const LIST_REMOVABLE = statement({
  name: "list_removable_audit_archives",
  params: [],
  row: { file: present(text) },
  text: `
  SELECT file FROM audit_archives WHERE archived_at IS NULL OR erased_at IS NOT NULL`,
  readsAll: FEW,
});

export const FORGET_ARCHIVE = statement({
  name: "forget_audit_archive",
  params: [text],
  row: {},
  text: `
  WITH areas AS (DELETE FROM audit_archive_areas WHERE file = $1)
  DELETE FROM audit_archives WHERE file = $1 AND (archived_at IS NULL OR erased_at IS NOT NULL)`,
});

export const DISCARD_ARCHIVE = statement({
  name: "discard_audit_archive",
  params: [text, instant],
  row: {},
  text: "UPDATE audit_archives SET erased_at = $2 WHERE file = $1",
});

/** A file is erased as a whole, so one row of a held tenant keeps it. */
export const ERASE_ARCHIVES = statement({
  name: "erase_audit_archives",
  params: [instant, instant],
  row: { file: text },
  text: `
  UPDATE audit_archives a SET erased_at = $2
  WHERE a.archived_at IS NOT NULL AND a.erased_at IS NULL AND a.until_at <= $1 AND (a.left_at IS NULL OR NOT EXISTS (
    SELECT FROM audit_archive_areas r WHERE r.file = a.file AND ${isHeld("r.owner")}))
  RETURNING a.file`,
});

const AREA = {
  owner: text,
  file: text,
  from: instant,
  indexAt: bigint,
  indexBytes: integer,
  indexDigest: bytes,
};
/** A hold keeps rows beyond the retention visible, to the held tenant alone. */
const AREAS = `
  SELECT r.owner, r.file, a.from_at AS "from", r.index_at AS "indexAt", r.index_bytes AS "indexBytes",
    r.index_digest AS "indexDigest"
  FROM audit_archive_areas r JOIN audit_archives a ON a.file = r.file
  WHERE a.left_at IS NOT NULL AND a.erased_at IS NULL AND (a.until_at > $1 OR ${isHeld("r.owner")})`;

export const LIST_AREAS = statement({
  name: "list_audit_archive_areas",
  params: [instant, text, nullable(instant), instant],
  row: AREA,
  text: `${AREAS} AND r.owner = $2 AND r.last_at >= coalesce($3::timestamptz, '-infinity') AND r.first_at <= $4
  ORDER BY a.from_at DESC`,
});

export const FIND_AREAS_OF_ID = statement({
  name: "find_audit_archive_areas_of_id",
  params: [instant, text, bigint],
  row: AREA,
  text: `${AREAS} AND r.owner = $2 AND r.least_id <= $3 AND r.greatest_id >= $3`,
});

export const LIST_AREAS_OF_ACTS = statement({
  name: "list_audit_archive_areas_of_acts",
  params: [instant, textArray, nullable(instant), instant],
  row: AREA,
  text: `${AREAS} AND r.acts && $2 AND r.last_at >= coalesce($3::timestamptz, '-infinity') AND r.first_at <= $4
  ORDER BY a.from_at DESC`,
});

export const READ_ARCHIVED_UNTIL = statement({
  name: "read_audit_archived_until",
  params: [],
  row: { until: nullable(instant) },
  text: "SELECT max(until_at) AS until FROM audit_archives WHERE left_at IS NOT NULL AND erased_at IS NULL",
  readsAll: FEW,
});

export const NAME_ACTORS = statement({
  name: "name_audit_actors",
  params: [textArray],
  row: { id: present(text), name: present(text) },
  text: `
  SELECT id, name FROM users WHERE id = ANY($1) UNION ALL SELECT id, name FROM api_keys WHERE id = ANY($1)
  UNION ALL SELECT id, name FROM oauth_apps WHERE id = ANY($1)`,
});

export const ERASE_ARCHIVED_LEAVES = statement({
  name: "erase_archived_audit_leaves",
  params: [bigint, instant, instant, limit],
  row: { last: nullable(bigint), oldest: nullable(instant), erased: present(integer) },
  text: `
  WITH page AS (SELECT index, audit_id, at FROM audit_leaves WHERE index > $1 ORDER BY index LIMIT $4),
  erased AS (
    DELETE FROM audit_leaves WHERE index = ANY(ARRAY(
      SELECT l.index FROM page l WHERE l.at >= $2 AND l.at < $3 AND NOT EXISTS (SELECT FROM audit_log a
        WHERE a.at = l.at AND a.id = l.audit_id)))
    RETURNING 1)
  SELECT max(index) AS last, min(at) AS oldest, (SELECT count(*)::int FROM erased) AS erased FROM page`,
});

export const LIST_FILES = statement({
  name: "list_audit_archive_files",
  params: [],
  row: { file: text, bytes: nullable(bigint) },
  text: "SELECT file, bytes FROM audit_archives WHERE left_at IS NOT NULL AND erased_at IS NULL ORDER BY from_at",
});

export const CLAIM_ARCHIVING = statement({
  name: "claim_audit_archiving",
  params: [text, instant, instant],
  row: { id: integer },
  text: `
  UPDATE audit_archiving SET holder = $1, held_until = $2
  WHERE id = 1 AND (held_until IS NULL OR held_until < $3 OR holder = $1) RETURNING id`,
});

/** The row's lock keeps the lease from changing hands until the transaction ends. */
export const LOCK_ARCHIVING = statement({
  name: "lock_audit_archiving",
  params: [text],
  row: { id: integer },
  text: "SELECT id FROM audit_archiving WHERE id = 1 AND holder = $1 FOR UPDATE",
});

export const END_ARCHIVING = statement({
  name: "end_audit_archiving",
  params: [text, nullable(text), instant],
  row: {},
  text: `
  UPDATE audit_archiving SET holder = NULL, held_until = NULL, error = $2,
    failed_at = CASE WHEN $2::text IS NOT NULL THEN $3::timestamptz END,
    done_at = CASE WHEN $2::text IS NULL THEN $3::timestamptz ELSE done_at END
  WHERE id = 1 AND holder = $1`,
});

export const READ_ARCHIVING = statement({
  name: "read_audit_archiving",
  params: [],
  row: { doneAt: nullable(instant), error: nullable(text), failedAt: nullable(instant) },
  text: `SELECT done_at AS "doneAt", error, failed_at AS "failedAt" FROM audit_archiving WHERE id = 1`,
});

export const LIST_LEAVING = statement({
  name: "list_leaving_audit_leaves",
  params: [],
  row: { file: text, from: instant, until: instant },
  text: `
  SELECT file, from_at AS "from", until_at AS until FROM audit_archives
  WHERE left_at IS NOT NULL AND leaves_left_at IS NULL ORDER BY from_at`,
});

export const MARK_LEAVES_LEFT = statement({
  name: "mark_audit_leaves_left",
  params: [text, instant],
  row: {},
  text: "UPDATE audit_archives SET leaves_left_at = $2 WHERE file = $1",
});
