import { bigint, bytes, integer, present, type SqlType, statement, text } from "../../db/statement";

const bigintArray: SqlType<readonly string[]> = { type: "bigint[]", isNullable: false };

/** Where tiles of level 0 are that have left PostgreSQL, and their roots, which the level above has kept. */
export const FIND_ARCHIVED_TILES = statement({
  name: "find_archived_audit_tiles",
  params: [bigintArray],
  row: { index: present(bigint), file: text, firstTile: bigint, tiles: integer, root: present(bytes) },
  text: `
  SELECT r.index, f.file, f.first_tile AS "firstTile", f.tiles,
    substring(t.data FROM ((r.index % 256) * 32 + 1)::int FOR 32) AS root
  FROM unnest($1::bigint[]) AS r(index)
  CROSS JOIN LATERAL (SELECT file, first_tile, tiles FROM audit_tile_archives
    WHERE archived_at IS NOT NULL AND first_tile <= r.index ORDER BY first_tile DESC LIMIT 1) f
  JOIN audit_tiles t ON t.level = 1 AND t.index = r.index / 256
  WHERE r.index < f.first_tile + f.tiles`,
});
