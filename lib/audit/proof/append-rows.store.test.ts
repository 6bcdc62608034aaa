import fc from "fast-check";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { resetShared } from "../../../e2e/support/scenes/shared-state";
import { outlastForeignTransactions } from "../../../e2e/support/scenes/watched-database";
import { hashLeaf, hashRow } from "../../../packages/audit-verifier/src/hashes";
import { query } from "../../db/transaction";
import { ensureAuditPartitions } from "../retention";
import { appendRows } from "./append-rows";
import { ROW_VERSION } from "./canonical-row.sql";
import { READ_LOGGED_ROWS } from "./entries.sql";
import { openNote, readTreeHead } from "./note";
import { eraseOldLeaves } from "./retention";
import { splitHashes, TreeEdge } from "./tiles";

const database = useTestDatabase();
const ORIGIN = "localhost:3000/audit/log";
const key = (letter: string) => `k1:${letter.repeat(43)}=`;

type StoredLeaf = Record<string, unknown> & { number: string; salt: Buffer };

interface StoredTree {
  size: string;
  checkpoint: string;
  verifier_key: string;
}

async function readTree(): Promise<StoredTree> {
  const [tree] = await database.query<StoredTree>("SELECT * FROM audit_tree");
  if (!tree) throw new Error("There is no tree.");
  return tree;
}

async function writeRows(count: number, entity: string | null = "bil_1"): Promise<void> {
  await database.query(
    `INSERT INTO audit_log (at, request_id, surface, method, route, status, billing_entity_id, details)
     SELECT now(), 'req_' || n, 'v1', 'GET', '/v1/me', 200, $2, '{"b": 1, "a": [1.5, null]}' FROM generate_series(1, $1) n`,
    [count, entity],
  );
  await outlastForeignTransactions(database);
}

/** Rounds are a second apart, so pretend that one has passed. */
async function append(): Promise<boolean> {
  await database.query("UPDATE audit_tree SET appended_at = now() - interval '2 seconds'");
  return appendRows();
}

async function readEntries(): Promise<Buffer[]> {
  const tiles = await database.query<{ data: Buffer }>("SELECT data FROM audit_tiles WHERE level = 0 ORDER BY index");
  return splitHashes(Buffer.concat(tiles.map(({ data }) => data)));
}

function hashAsVerifier({ index: _, number, salt, ...columns }: StoredLeaf): Buffer {
  const members = Object.entries(columns).map(([name, value]) => [
    name.replace(/_(.)/g, (_match, letter: string) => letter.toUpperCase()),
    value,
  ]);
  const row = { ...Object.fromEntries(members), number: Number(number), version: ROW_VERSION };
  return hashRow(JSON.parse(JSON.stringify(row)), salt.toString("base64"));
}

async function countEntries(): Promise<number> {
  const [row] = await database.query<{ n: number }>(
    "SELECT coalesce(sum(octet_length(data)) / 32, 0)::int AS n FROM audit_tiles WHERE level = 0",
  );
  return row?.n ?? 0;
}

beforeEach(async () => {
  await ensureAuditPartitions();
  await database.query("TRUNCATE audit_log, audit_leaves, audit_tiles, audit_leaf_counts, audit_handovers");
  await database.query(
    `UPDATE audit_tree SET origin = '', size = 0, checkpoint = '', verifier_key = '',
       tail_audit_id = 0, tail_transaction_id = pg_snapshot_xmin(pg_current_snapshot())::text::bigint`,
  );
});

test("rows become leaves in the order of their transactions, and the checkpoint is that of their tree", async () => {
  await writeRows(300);
  await append();
  await writeRows(3, null);
  await writeRows(2, "bil_2");
  await append();
  const { size, checkpoint, verifier_key } = await readTree();
  const head = readTreeHead(openNote(checkpoint, verifier_key) ?? "");
  expect([size, head?.size, head?.origin]).toEqual(["305", 305, ORIGIN]);

  const leaves = await database.query<StoredLeaf>(
    `SELECT l.index, l.number, l.salt, a.* FROM audit_leaves l JOIN audit_log a ON a.id = l.audit_id ORDER BY l.index`,
  );
  const edge = new TreeEdge(0, []);
  for (const entry of await readEntries()) edge.append(entry);
  expect(edge.root()).toEqual(head?.root);
  expect((await readEntries()).map(hashLeaf)).toEqual(leaves.map(hashAsVerifier));
  expect(leaves.map(({ number }) => Number(number))).toEqual([
    ...Array.from({ length: 300 }, (_, index) => index + 1),
    1,
    2,
    3,
    1,
    2,
  ]);
  expect(new Set(leaves.map(({ salt }) => salt.toString("hex"))).size).toBe(305);
  const [full] = await database.query<{ data: Buffer }>("SELECT data FROM audit_tiles WHERE level = 0 AND index = 0");
  const [first] = await database.query<{ data: Buffer }>("SELECT data FROM audit_tiles WHERE level = 1");
  expect([full?.data.length, first?.data.length, hashLeaf(Buffer.alloc(0)).length]).toEqual([8192, 32, 32]);
});

describe("the entry of a row", () => {
  test("equals the verifier's for any row", async () => {
    const storable = (text: string) => text.isWellFormed() && !text.includes("\0");
    const text = fc.string({ unit: "binary" }).filter(storable);
    const details = fc.dictionary(
      text,
      fc.jsonValue().filter((value) => !/\\u(0000|d[89a-f])/.test(JSON.stringify(value))),
    );
    const cases = fc.sample(fc.tuple(text, text, details), { numRuns: 1_000, seed: 7 });
    const numbers = { a: [0, -0, 1e21, 1.5e300, 123456789012345680000, 1e-6, 1e-7, 5e-324, -1.25e-9, 0.1, 1e15, 4.35] };
    const utf16 = {
      "\ufb33": 1,
      "😀": 2,
      "\u20ac": 3,
      "\uffff": 4,
      𐀀: 5,
      "\ue000": 6,
      "\r": 7,
      "1": 8,
      "": 9,
      Z: 10,
      a: 11,
    };
    for (const [route, scopes, value] of [...cases, ["", "", numbers], ["", "", utf16], ["", "", { b: {}, a: [] }]])
      await database.query(
        `INSERT INTO audit_log (at, request_id, surface, method, route, status, scopes, details)
         VALUES (now(), 'req_1', 'session', 'ACT', $1, 200, $2, $3)`,
        [route, scopes, JSON.stringify(value)],
      );
    await writeRows(1);
    while (!(await append()));
    const leaves = await database.query<StoredLeaf>(
      "SELECT l.index, l.number, l.salt, a.* FROM audit_leaves l JOIN audit_log a ON a.id = l.audit_id ORDER BY l.index",
    );
    expect(leaves).toHaveLength(cases.length + 4);
    const entries = await readEntries();
    expect(leaves.filter((leaf, index) => !hashLeaf(entries[index] ?? leaf.salt).equals(hashAsVerifier(leaf)))).toEqual(
      [],
    );
  });

  test("stays what it was in the first release", async () => {
    await database.query(
      `INSERT INTO audit_log (id, at, request_id, surface, method, route, status, auth_method, actor_type, actor_id,
         billing_entity_id, user_id, resource_id, details, transaction_id)
       VALUES (42, '2026-11-23T04:05:06.007Z', 'req_1', 'session', 'ACT', 'api_key.create', 200, 'session', 'user', 'usr_1',
         'bil_1', 'usr_1', 'key_1', '{"scopes": ["a", "b"], "é": 1, "10": true, "9": null}', 4711)`,
    );
    await database.query(
      `INSERT INTO audit_leaves (index, audit_id, at, number, salt)
       SELECT 0, 42, at, 3, decode(repeat('01', 16), 'hex') FROM audit_log WHERE id = 42`,
    );
    const [row] = await query(READ_LOGGED_ROWS, {
      billingEntityId: "bil_1",
      ids: ["42"],
      instants: ["2026-11-23T04:05:06.007Z"],
    });
    expect(row?.entry?.toString("hex")).toBe("3cba379db9e98a57007f7cfabee1b93788f9119fbb4eaddb6592eb71d6618db9");
  });
});

test("a row of a transaction that is still open waits, and so do younger ones", async () => {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query("BEGIN");
    await client.query(
      "INSERT INTO audit_log (at, request_id, surface, method, route, status) VALUES (now(), 'req_late', 'v1', 'GET', '/', 200)",
    );
    await writeRows(2);
    await append();
    expect((await readTree()).size).toBe("0");
    await client.query("COMMIT");
    await append();
    expect((await readTree()).size).toBe("3");
  } finally {
    await client.end();
  }
});

test("more rows than a round takes are all numbered, each once", async () => {
  await writeRows(9_000);
  await database.query("UPDATE audit_tree SET appended_at = now() - interval '2 seconds'");
  let rounds = 1;
  while (!(await appendRows())) rounds += 1;
  expect(rounds).toBe(5);
  expect([(await readTree()).size, await countEntries()]).toEqual(["9000", 9_000]);
});

test("processes that try at once take turns", async () => {
  await writeRows(500);
  await database.query("UPDATE audit_tree SET appended_at = now() - interval '2 seconds'");
  await Promise.all(Array.from({ length: 8 }, () => appendRows()));
  expect([(await readTree()).size, await countEntries()]).toEqual(["500", 500]);
});

test("without new rows nothing is signed again", async () => {
  await writeRows(1);
  await append();
  const before = await readTree();
  await append();
  expect((await readTree()).checkpoint).toBe(before.checkpoint);
});

describe("a tree that someone has changed is not signed on", () => {
  test.each([
    ["an entry", "UPDATE audit_tiles SET data = set_byte(data, 5, 255 - get_byte(data, 5)) WHERE level = 0"],
    ["a shorter tile", "UPDATE audit_tiles SET data = substring(data FROM 1 FOR 32) WHERE level = 0"],
    ["no tile", "DELETE FROM audit_tiles"],
    ["another size", "UPDATE audit_tree SET size = 2"],
    ["a checkpoint of nobody", "UPDATE audit_tree SET checkpoint = replace(checkpoint, E'\\n3\\n', E'\\n4\\n')"],
  ])("%s", async (_, change) => {
    await writeRows(3);
    await append();
    await database.query(change);
    await writeRows(1);
    const before = await readTree();
    await expect(append()).rejects.toThrow(/audit log/);
    expect((await readTree()).checkpoint).toBe(before.checkpoint);
  });
});

describe("another key", () => {
  async function changeKey(keys: string): Promise<string> {
    vi.stubEnv("SVC_AUDIT_LOG_KEY", keys);
    resetShared();
    await append();
    const [handover] = await database.query<{ note: string }>(
      "SELECT note FROM audit_handovers ORDER BY id DESC LIMIT 1",
    );
    return handover?.note ?? "";
  }

  test("is introduced by the previous one at once", async () => {
    await writeRows(2);
    await append();
    const before = (await readTree()).verifier_key;
    const note = await changeKey(`${key("B")},${key("A")}`);
    const { verifier_key: after, checkpoint } = await readTree();
    expect(after).not.toBe(before);
    expect(openNote(checkpoint, after)).not.toBeNull();
    expect(openNote(note, before)).toBe(openNote(note, after));
    expect(openNote(note, before)).toContain(`\nkey ${after}\n`);
  });

  test("is kept when a process has only the previous one", async () => {
    await writeRows(2);
    await changeKey(key("A"));
    await changeKey(`${key("B")},${key("A")}`);
    await writeRows(1);
    const before = await readTree();
    await expect(changeKey(key("A"))).rejects.toThrow("was replaced and must not sign any more");
    expect(await readTree()).toMatchObject({
      size: "2",
      checkpoint: before.checkpoint,
      verifier_key: before.verifier_key,
    });
    // An operator who has both keys may go back to the first.
    const note = await changeKey(`${key("A")},${key("B")}`);
    expect(openNote(note, before.verifier_key)).toBe(openNote(note, (await readTree()).verifier_key));
    expect((await readTree()).size).toBe("3");
  });

  test("signs alone when the previous one is missing", async () => {
    await writeRows(2);
    await append();
    const before = (await readTree()).verifier_key;
    const note = await changeKey(key("C"));
    expect([openNote(note, before), openNote(note, (await readTree()).verifier_key) === null]).toEqual([null, false]);
  });
});

test("a restored database goes on with the rows that had no leaf, then with its new ones", async () => {
  await writeRows(5);
  await append();
  // Rows of a restored dump have transaction ids far beyond the new ones.
  await database.query("UPDATE audit_log SET transaction_id = transaction_id + 1000000");
  await database.query("UPDATE audit_tree SET tail_transaction_id = tail_transaction_id + 1000000");
  await writeRows(2);
  await database.query(
    "UPDATE audit_log SET transaction_id = transaction_id + 1000000 WHERE id > (SELECT max(audit_id) FROM audit_leaves)",
  );
  await writeRows(4);
  await append();
  expect([(await readTree()).size, await countEntries()]).toEqual(["11", 11]);
  await writeRows(1);
  await append();
  expect((await readTree()).size).toBe("12");
});

test("after the retention the salts are erased, and the hashes stay", async () => {
  await writeRows(2_600);
  while (!(await append()));
  await database.query("UPDATE audit_leaves SET at = now() - interval '7 years 40 days' WHERE index < 2500");
  await Promise.all([eraseOldLeaves(), eraseOldLeaves()]);
  const [leaves] = await database.query("SELECT min(index)::int AS first, count(*)::int AS n FROM audit_leaves");
  expect(leaves).toEqual({ first: 2_500, n: 100 });
  await writeRows(1);
  await append();
  expect([(await readTree()).size, await countEntries()]).toEqual(["2601", 2_601]);
});
