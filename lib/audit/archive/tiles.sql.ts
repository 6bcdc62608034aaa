import {
  bigint,
  boolean,
  bytes,
  instant,
  integer,
  limit,
  nullable,
  present,
  statement,
  text,
} from "../../db/statement";

/** The first tile of level 0 that PostgreSQL has; null: none. */
export const FIND_FIRST_TILE = statement({
  name: "find_first_audit_tile",
  params: [],
  row: { index: nullable(bigint) },
  text: "SELECT min(index) AS index FROM audit_tiles WHERE level = 0",
});

/**
 * Full tiles of level 1 after $1, in their order. Ready: PostgreSQL has the 256 tiles below it, and no leaf of them: all their
 * rows are in files, or erased.
 */
export const LIST_TILE_GROUPS = statement({
  name: "list_audit_tile_groups",
  params: [bigint, limit],
  row: { index: bigint, isReady: present(boolean) },
  text: `
  SELECT g.index, EXISTS (SELECT FROM audit_tiles t WHERE t.level = 0 AND t.index = g.index * 256)
    AND NOT EXISTS (SELECT FROM audit_leaves l WHERE l.index >= g.index * 65536 AND l.index < (g.index + 1) * 65536)
    AS "isReady"
  FROM audit_tiles g WHERE g.level = 1 AND g.index > $1 AND octet_length(g.data) = 8192 ORDER BY g.index LIMIT $2`,
});

/** Tiles of the level $1 from $2 to $3, without $3. */
export const READ_TILE_RUN = statement({
  name: "read_audit_tile_run",
  params: [integer, bigint, bigint],
  row: { index: bigint, data: bytes },
  text: "SELECT index, data FROM audit_tiles WHERE level = $1 AND index >= $2 AND index < $3 ORDER BY index",
});

/** Before the file exists: each file in the archive has a row that tells what becomes of it. */
export const ANNOUNCE_TILES = statement({
  name: "announce_audit_tile_archive",
  params: [text, bigint, integer, instant],
  row: {},
  text: "INSERT INTO audit_tile_archives (file, first_tile, tiles, started_at) VALUES ($1, $2, $3, $4)",
});

/** Nothing: another process has taken the file for abandoned, or has entered some of these tiles meanwhile. */
export const ENTER_TILES = statement({
  name: "enter_audit_tile_archive",
  params: [text, instant],
  row: { file: text },
  text: `
  UPDATE audit_tile_archives a SET archived_at = $2
  WHERE a.file = $1 AND a.archived_at IS NULL AND NOT EXISTS (
    SELECT FROM audit_tile_archives other WHERE other.archived_at IS NOT NULL
      AND other.first_tile < a.first_tile + a.tiles AND other.first_tile + other.tiles > a.first_tile)
  RETURNING a.file`,
});

/** Files that were read back whole, and whose tiles PostgreSQL still has. */
export const LIST_LEAVING_TILES = statement({
  name: "list_leaving_audit_tiles",
  params: [],
  row: { file: text, firstTile: bigint, tiles: integer },
  text: `
  SELECT file, first_tile AS "firstTile", tiles FROM audit_tile_archives
  WHERE archived_at IS NOT NULL AND left_at IS NULL ORDER BY first_tile`,
});

/** The file no longer counts, and is removed next. PostgreSQL has its tiles. */
export const DISCARD_TILES = statement({
  name: "discard_audit_tile_archive",
  params: [text],
  row: {},
  text: "UPDATE audit_tile_archives SET archived_at = NULL WHERE file = $1 AND left_at IS NULL",
});

/** The files that readers of the log need. */
export const LIST_TILE_FILES = statement({
  name: "list_audit_tile_files",
  params: [],
  row: { file: text, bytes: present(bigint) },
  text: `
  SELECT file, tiles::bigint * 8192 AS bytes FROM audit_tile_archives WHERE left_at IS NOT NULL ORDER BY first_tile`,
});
