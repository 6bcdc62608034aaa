import { beforeEach, describe, expect, test } from "vitest";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { resetShared } from "../../../e2e/support/scenes/shared-state";
import { outlastForeignTransactions } from "../../../e2e/support/scenes/watched-database";
import { hashLeaf, hashNode } from "../../../packages/audit-verifier/src/hashes";
import { foldRoots, locateSubtree, splitRange } from "../../../packages/audit-verifier/src/merkle";
import { sha256 } from "../../platform/crypto";
import { shared } from "../../platform/shared";
import { ensureAuditPartitions } from "../retention";
import { appendRows } from "./append-rows";
import { openNote, readTreeHead } from "./note";
import { rootInTile, splitHashes, type Tile, TreeEdge } from "./tiles";

const database = useTestDatabase();

interface StoredTree {
  size: string;
  checkpoint: string;
  verifierKey: string;
}

async function readTree(): Promise<StoredTree> {
  const [tree] = await database.query<StoredTree>(
    'SELECT size, checkpoint, verifier_key AS "verifierKey" FROM audit_tree',
  );
  if (!tree) throw new Error("There is no tree.");
  return tree;
}

async function append(rows: number): Promise<void> {
  await database.query(
    `INSERT INTO audit_log (at, request_id, surface, method, route, status)
     SELECT now(), 'req_' || n, 'v1', 'GET', '/v1/me', 200 FROM generate_series(1, $1::int) n`,
    [rows],
  );
  await outlastForeignTransactions(database);
  await database.query("UPDATE audit_tree SET appended_at = now() - interval '2 seconds'");
  await appendRows();
}

async function readProvedSize(): Promise<number> {
  const { size, checkpoint, verifierKey } = await readTree();
  const head = readTreeHead(openNote(checkpoint, verifierKey) ?? "");
  const tiles = await database.query<Tile>("SELECT level, index::int, data FROM audit_tiles ORDER BY level, index");
  const entries = splitHashes(Buffer.concat(tiles.filter(({ level }) => level === 0).map(({ data }) => data)));
  const edge = new TreeEdge(0, []);
  for (const entry of entries) edge.append(entry);
  expect(edge.takeChangedTiles().sort((one, other) => one.level - other.level || one.index - other.index)).toEqual(
    tiles,
  );
  expect([head?.size, head?.root]).toEqual([Number(size), edge.root()]);
  const parts = splitRange({ from: 0, to: entries.length }).map((subtree) => {
    const { level, index } = locateSubtree(subtree);
    const tile = tiles.find((one) => one.level === level && one.index === index);
    return (tile && rootInTile(tile, subtree)) ?? hashLeaf(Buffer.alloc(0));
  });
  expect(foldRoots(parts, hashNode)).toEqual(head?.root);
  return entries.length;
}

beforeEach(async () => {
  await ensureAuditPartitions();
  resetShared();
  await database.query("TRUNCATE audit_log, audit_leaves, audit_tiles, audit_leaf_counts, audit_handovers");
  await database.query(
    `UPDATE audit_tree SET origin = '', size = 0, checkpoint = '', verifier_key = '',
       tail_audit_id = 0, tail_transaction_id = pg_snapshot_xmin(pg_current_snapshot())::text::bigint`,
  );
});

test("a log that the release before has written goes on", async () => {
  const entries = Array.from({ length: 300 }, (_, n) => sha256(String(n)));
  const edge = new TreeEdge(0, []);
  for (const entry of entries) edge.append(entry);
  for (const { level, index, data } of edge.takeChangedTiles())
    await database.query("INSERT INTO audit_tiles (level, index, data) VALUES ($1, $2, $3)", [level, index, data]);
  await database.query(
    "UPDATE audit_tree SET size = 300, origin = 'localhost:3000/audit/log', checkpoint = $1, verifier_key = $2",
    [
      "localhost:3000/audit/log\n300\n/qg7IwXfAEYWPRq74R0cXoHBoKiAyLJh/ERINfbgatE=\n\n" +
        "— localhost:3000/audit/log CtANRsVBpI8InnV8glRA3iR3Z0xH6r7pFVLxzJ3ztre+8MooP4symw7+TdVgYtmqnf1impXDAPXLu5ETjdiBtOk6hwM=\n",
      "localhost:3000/audit/log+0ad00d46+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop",
    ],
  );
  await append(3);
  expect(await readProvedSize()).toBe(303);
});

describe("the tree that a process remembers", () => {
  test.each([[1], [254], [256], [700], [2_000]])("is the stored one after rounds of %i rows", async (rows) => {
    await append(rows);
    await append(rows);
    await append(3);
    expect(await readProvedSize()).toBe(2 * rows + 3);
  });

  test("is forgotten when the round was not committed", async () => {
    await append(5);
    await database.query("ALTER TABLE audit_tiles ADD CONSTRAINT full_disk CHECK (octet_length(data) < 200) NOT VALID");
    await expect(append(4)).rejects.toThrow("full_disk");
    await database.query("ALTER TABLE audit_tiles DROP CONSTRAINT full_disk");
    expect(await readProvedSize()).toBe(5);
    await append(1);
    expect(await readProvedSize()).toBe(10);
  });

  test("is not taken for the one that another process has signed meanwhile", async () => {
    await append(5);
    const memory = shared("signed-edge-of-audit-log", (): { last: unknown } => ({ last: null }));
    const { last } = memory;
    expect(last).not.toBeNull();
    memory.last = null;
    await append(4);
    memory.last = last;
    await append(300);
    expect(await readProvedSize()).toBe(309);
  });

  test("does not hide a change of the stored one", async () => {
    await append(5);
    const before = await readTree();
    await database.query(
      "UPDATE audit_tiles SET data = set_byte(data, 5, 255 - get_byte(data, 5)) WHERE level = 0 AND index = 0",
    );
    await expect(append(1)).rejects.toThrow("The stored tree of the audit log does not match its checkpoint");
    await expect(append(1)).rejects.toThrow("The stored tree of the audit log does not match its checkpoint");
    expect(await readTree()).toEqual(before);
  });
});
