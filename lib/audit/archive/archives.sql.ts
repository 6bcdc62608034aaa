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

const readRows = (
  name: string,
  area: string,
  isInArea: (p: { area: string; at: string; id: string }) => string,
  order: string,
) =>
  statement({
    name,
    params: { area: text, at: instant, id: bigint, from: instant, until: instant, limit },
    row: ROW,
    text: (p) => `
    SELECT ${area} AS area, a.at, a.id, a.transaction_id AS "transactionId", l.index, l.salt,
      ${writeCanonicalRow("coalesce(l.number::text, 'null')")} AS row
    FROM (SELECT a.* FROM audit_log a WHERE a.at >= ${p.from} AND a.at < ${p.until} AND ${isInArea(p)} ORDER BY ${order} LIMIT ${p.limit}) a
    LEFT JOIN audit_leaves l ON l.audit_id = a.id ORDER BY ${order}`,
  });

export const READ_AREA_ROWS = readRows(
  "read_audit_rows_to_archive",
  "a.billing_entity_id",
  (p) => `(a.billing_entity_id, a.at, a.id) > (${p.area}, ${p.at}, ${p.id})`,
  "a.billing_entity_id, a.at, a.id",
);

export const READ_SERVICE_ROWS = readRows(
  "read_service_audit_rows_to_archive",
  "''::text",
  (p) => `a.billing_entity_id IS NULL AND (a.at, a.id) > (${p.at}, ${p.id}) AND ${p.area}::text IS NOT NULL`,
  "a.at, a.id",
);

export const FIND_HELD_SPAN = statement({
  name: "find_held_span_of_audit_log",
  params: { from: instant, until: instant },
  row: { isHeld: present(integer) },
  text: (p) => `
  SELECT 1 AS "isHeld" FROM legal_holds h WHERE h.lifted_at IS NULL AND EXISTS (
    SELECT FROM audit_log a WHERE a.billing_entity_id = h.billing_entity_id AND a.at >= ${p.from} AND a.at < ${p.until}) LIMIT 1`,
});

export const FIND_ARCHIVE = statement({
  name: "find_audit_archive",
  params: { from: instant },
  row: { file: text, rows: nullable(bigint), idSum: nullable(text), leftAt: nullable(instant) },
  text: (p) => `
  SELECT file, rows, id_sum AS "idSum", left_at AS "leftAt" FROM audit_archives
  WHERE from_at = ${p.from} AND archived_at IS NOT NULL AND erased_at IS NULL`,
});

export const ANNOUNCE_ARCHIVE = statement({
  name: "announce_audit_archive",
  params: { name: text, from: instant, until: instant, now: instant },
  row: {},
  text: (p) =>
    `INSERT INTO audit_archives (file, from_at, until_at, started_at) VALUES (${p.name}, ${p.from}, ${p.until}, ${p.now})`,
});

/** Returns nothing when another process has discarded the file or entered the month. */
export const ENTER_ARCHIVE = statement({
  name: "enter_audit_archive",
  params: { name: text, rows: bigint, idSum: text, bytes: bigint, now: instant },
  row: { file: text },
  text: (p) => `
  UPDATE audit_archives SET rows = ${p.rows}, id_sum = ${p.idSum}, bytes = ${p.bytes}, archived_at = ${p.now}
  WHERE file = ${p.name} AND archived_at IS NULL AND NOT EXISTS (
    SELECT FROM audit_archives other WHERE other.from_at = audit_archives.from_at AND other.archived_at IS NOT NULL
      AND other.erased_at IS NULL)
  RETURNING file`,
});

export const ENTER_AREA = statement({
  name: "enter_audit_archive_area",
  params: {
    owner: text,
    file: text,
    rows: bigint,
    firstAt: instant,
    lastAt: instant,
    leastId: bigint,
    greatestId: bigint,
    acts: textArray,
    indexAt: bigint,
    indexBytes: integer,
    indexDigest: bytes,
  },
  row: {},
  text: (p) => `
  INSERT INTO audit_archive_areas (owner, file, rows, first_at, last_at, least_id, greatest_id, acts, index_at, index_bytes,
    index_digest)
  VALUES (${p.owner}, ${p.file}, ${p.rows}, ${p.firstAt}, ${p.lastAt}, ${p.leastId}, ${p.greatestId}, ${p.acts}, ${p.indexAt}, ${p.indexBytes}, ${p.indexDigest})`,
});

export const LIST_REMOVABLE = statement({
  name: "list_removable_audit_archives",
  row: { file: present(text) },
  text: `
  SELECT file FROM audit_archives WHERE archived_at IS NULL OR erased_at IS NOT NULL`,
  readsAll: FEW,
});

export const FORGET_ARCHIVE = statement({
  name: "forget_audit_archive",
  params: { name: text },
  row: {},
  text: (p) => `
  WITH areas AS (DELETE FROM audit_archive_areas WHERE file = ${p.name})
  DELETE FROM audit_archives WHERE file = ${p.name} AND (archived_at IS NULL OR erased_at IS NOT NULL)`,
});

export const DISCARD_ARCHIVE = statement({
  name: "discard_audit_archive",
  params: { file: text, now: instant },
  row: {},
  text: (p) => `UPDATE audit_archives SET erased_at = ${p.now} WHERE file = ${p.file}`,
});

/** A file is erased as a whole, so one row of a held tenant keeps it. */
export const ERASE_ARCHIVES = statement({
  name: "erase_audit_archives",
  params: { keptSince: instant, now: instant },
  row: { file: text },
  text: (p) => `
  UPDATE audit_archives a SET erased_at = ${p.now}
  WHERE a.archived_at IS NOT NULL AND a.erased_at IS NULL AND a.until_at <= ${p.keptSince} AND (a.left_at IS NULL OR NOT EXISTS (
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
const selectAreas = (p: { keptSince: string }) => `
  SELECT r.owner, r.file, a.from_at AS "from", r.index_at AS "indexAt", r.index_bytes AS "indexBytes",
    r.index_digest AS "indexDigest"
  FROM audit_archive_areas r JOIN audit_archives a ON a.file = r.file
  WHERE a.left_at IS NOT NULL AND a.erased_at IS NULL AND (a.until_at > ${p.keptSince} OR ${isHeld("r.owner")})`;

export const LIST_AREAS = statement({
  name: "list_audit_archive_areas",
  params: { keptSince: instant, owner: text, from: nullable(instant), at: instant },
  row: AREA,
  text: (
    p,
  ) => `${selectAreas(p)} AND r.owner = ${p.owner} AND r.last_at >= coalesce(${p.from}::timestamptz, '-infinity') AND r.first_at <= ${p.at}
  ORDER BY a.from_at DESC`,
});

export const FIND_AREAS_OF_ID = statement({
  name: "find_audit_archive_areas_of_id",
  params: { keptSince: instant, owner: text, id: bigint },
  row: AREA,
  text: (p) => `${selectAreas(p)} AND r.owner = ${p.owner} AND r.least_id <= ${p.id} AND r.greatest_id >= ${p.id}`,
});

export const LIST_AREAS_OF_ACTS = statement({
  name: "list_audit_archive_areas_of_acts",
  params: { keptSince: instant, acts: textArray, from: nullable(instant), at: instant },
  row: AREA,
  text: (
    p,
  ) => `${selectAreas(p)} AND r.acts && ${p.acts} AND r.last_at >= coalesce(${p.from}::timestamptz, '-infinity') AND r.first_at <= ${p.at}
  ORDER BY a.from_at DESC`,
});

export const READ_ARCHIVED_UNTIL = statement({
  name: "read_audit_archived_until",
  row: { until: nullable(instant) },
  text: "SELECT max(until_at) AS until FROM audit_archives WHERE left_at IS NOT NULL AND erased_at IS NULL",
  readsAll: FEW,
});

export const NAME_ACTORS = statement({
  name: "name_audit_actors",
  params: { ids: textArray },
  row: { id: present(text), name: present(text) },
  text: (p) => `
  SELECT id, name FROM users WHERE id = ANY(${p.ids}) UNION ALL SELECT id, name FROM api_keys WHERE id = ANY(${p.ids})
  UNION ALL SELECT id, name FROM oauth_apps WHERE id = ANY(${p.ids})`,
});

export const ERASE_ARCHIVED_LEAVES = statement({
  name: "erase_archived_audit_leaves",
  params: { after: bigint, from: instant, until: instant, limit },
  row: { last: nullable(bigint), oldest: nullable(instant), erased: present(integer) },
  text: (p) => `
  WITH page AS (SELECT index, audit_id, at FROM audit_leaves WHERE index > ${p.after} ORDER BY index LIMIT ${p.limit}),
  erased AS (
    DELETE FROM audit_leaves WHERE index = ANY(ARRAY(
      SELECT l.index FROM page l WHERE l.at >= ${p.from} AND l.at < ${p.until} AND NOT EXISTS (SELECT FROM audit_log a
        WHERE a.at = l.at AND a.id = l.audit_id)))
    RETURNING 1)
  SELECT max(index) AS last, min(at) AS oldest, (SELECT count(*)::int FROM erased) AS erased FROM page`,
});

export const LIST_FILES = statement({
  name: "list_audit_archive_files",
  row: { file: text, bytes: nullable(bigint) },
  text: "SELECT file, bytes FROM audit_archives WHERE left_at IS NOT NULL AND erased_at IS NULL ORDER BY from_at",
});

export const CLAIM_ARCHIVING = statement({
  name: "claim_audit_archiving",
  params: { holder: text, heldUntil: instant, at: instant },
  row: { id: integer },
  text: (p) => `
  UPDATE audit_archiving SET holder = ${p.holder}, held_until = ${p.heldUntil}
  WHERE id = 1 AND (held_until IS NULL OR held_until < ${p.at} OR holder = ${p.holder}) RETURNING id`,
});

/** The row's lock keeps the lease from changing hands until the transaction ends. */
export const LOCK_ARCHIVING = statement({
  name: "lock_audit_archiving",
  params: { holder: text },
  row: { id: integer },
  text: (p) => `SELECT id FROM audit_archiving WHERE id = 1 AND holder = ${p.holder} FOR UPDATE`,
});

export const END_ARCHIVING = statement({
  name: "end_audit_archiving",
  params: { holder: text, message: nullable(text), now: instant },
  row: {},
  text: (p) => `
  UPDATE audit_archiving SET holder = NULL, held_until = NULL, error = ${p.message},
    failed_at = CASE WHEN ${p.message}::text IS NOT NULL THEN ${p.now}::timestamptz END,
    done_at = CASE WHEN ${p.message}::text IS NULL THEN ${p.now}::timestamptz ELSE done_at END
  WHERE id = 1 AND holder = ${p.holder}`,
});

export const READ_ARCHIVING = statement({
  name: "read_audit_archiving",
  row: { doneAt: nullable(instant), error: nullable(text), failedAt: nullable(instant) },
  text: `SELECT done_at AS "doneAt", error, failed_at AS "failedAt" FROM audit_archiving WHERE id = 1`,
});

export const LIST_LEAVING = statement({
  name: "list_leaving_audit_leaves",
  row: { file: text, from: instant, until: instant },
  text: `
  SELECT file, from_at AS "from", until_at AS until FROM audit_archives
  WHERE left_at IS NOT NULL AND leaves_left_at IS NULL ORDER BY from_at`,
});

export const MARK_LEAVES_LEFT = statement({
  name: "mark_audit_leaves_left",
  params: { file: text, now: instant },
  row: {},
  text: (p) => `UPDATE audit_archives SET leaves_left_at = ${p.now} WHERE file = ${p.file}`,
});
