import { randomBytes } from "node:crypto";
import pg from "pg";
import { signNote, writeTreeHead } from "../../lib/audit/proof/note";
import { openSigners, originOfService } from "../../lib/audit/proof/signing-keys";
import { HASH_BYTES, type Tile, TreeEdge } from "../../lib/audit/proof/tiles";

/**
 * Lets the log grow to this size by entries without rows and leaves, as if those were long erased: only tiles and a checkpoint
 * are left of them. A sequencer that runs beside it waits.
 */
export async function padLog(url: string, size: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("BEGIN");
    const { rows: trees } = await client.query<{ size: number; origin: string }>(
      "SELECT size::int, origin FROM audit_tree FOR UPDATE",
    );
    const { rows: stored } = await client.query<Tile>("SELECT level, index::int, data FROM audit_tiles");
    const edge = new TreeEdge(trees[0]?.size ?? 0, stored);
    while (edge.size < size) edge.append(randomBytes(HASH_BYTES));
    const tiles = edge.takeChangedTiles();
    await client.query(
      `INSERT INTO audit_tiles (level, index, data) SELECT * FROM unnest($1::int[], $2::bigint[], $3::bytea[])
       ON CONFLICT (level, index) DO UPDATE SET data = excluded.data`,
      [tiles.map(({ level }) => level), tiles.map(({ index }) => index), tiles.map(({ data }) => data)],
    );
    const origin = trees[0]?.origin || originOfService();
    const [signer] = openSigners(origin);
    if (!signer) throw new Error("There is no key.");
    const checkpoint = signNote(writeTreeHead({ origin, size: edge.size, root: edge.root() }), [signer]);
    await client.query("UPDATE audit_tree SET origin = $1, size = $2, checkpoint = $3, verifier_key = $4", [
      origin,
      edge.size,
      checkpoint,
      signer.verifierKey,
    ]);
    await client.query("COMMIT");
  } finally {
    await client.end();
  }
}
