import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { eventually } from "../../../e2e/support/scenes/eventually";
import { IS_NIGHT } from "../../../e2e/support/scenes/night";
import { kill, startKillable } from "../../../e2e/support/servers/child-process";
import { ensureAuditPartitions } from "../retention";
import { openNote, readTreeHead } from "./note";
import { splitHashes, TreeEdge } from "./tiles";

const database = useTestDatabase();
const KILLS = Number(process.env["SEQUENCER_KILLS"] ?? (IS_NIGHT ? 4 : 1));

test("a sequencer that is killed at any moment leaves no gap, no fork and no second number", async () => {
  await ensureAuditPartitions();
  let written = 0;
  let isOver = false;
  const seen: string[] = [];
  const write = async () => {
    while (!isOver) {
      await database.query(
        `INSERT INTO audit_log (at, request_id, surface, method, route, status)
         SELECT now(), 'req_' || $1::int + n, 'v1', 'GET', '/v1/me', 200 FROM generate_series(1, 20) n`,
        [written],
      );
      written += 20;
      const [tree] = await database.query<{ checkpoint: string }>(
        "UPDATE audit_tree SET appended_at = now() - interval '2 seconds' RETURNING checkpoint",
      );
      if (tree) seen.push(tree.checkpoint);
      await sleep(40);
    }
  };
  const writing = write();
  for (let kills = 0; kills < KILLS; kills += 1) {
    const [one, other] = await Promise.all([
      startKillable("sequence", database.url),
      startKillable("sequence", database.url),
    ]);
    await sleep(Math.random() * 400);
    await Promise.all([kill(one), kill(other)]);
  }
  isOver = true;
  await writing;
  const last = await startKillable("sequence", database.url);
  await eventually(async () => {
    await database.query("UPDATE audit_tree SET appended_at = now() - interval '2 seconds'");
    const [tree] = await database.query<{ size: string }>("SELECT size FROM audit_tree");
    expect(Number(tree?.size)).toBe(written);
  });
  await kill(last);

  const [leaves] = await database.query<Record<string, number>>(
    `SELECT count(*)::int AS n, count(DISTINCT audit_id)::int AS rows, min(index)::int AS first, max(index)::int AS last,
       count(DISTINCT number)::int AS numbers FROM audit_leaves`,
  );
  expect(leaves).toEqual({ n: written, rows: written, first: 0, last: written - 1, numbers: written });

  const tiles = await database.query<{ data: Buffer }>("SELECT data FROM audit_tiles WHERE level = 0 ORDER BY index");
  const [tree] = await database.query<{ verifier_key: string; checkpoint: string }>("SELECT * FROM audit_tree");
  const heads = [...new Set([...seen, tree?.checkpoint ?? ""])].filter(Boolean);
  const roots = new Map<number, string>();
  for (const checkpoint of heads) {
    const head = readTreeHead(openNote(checkpoint, tree?.verifier_key ?? "") ?? "");
    expect(head).not.toBeNull();
    if (head) roots.set(head.size, head.root.toString("hex"));
  }
  expect(roots.size).toBe(heads.length);
  const edge = new TreeEdge(0, []);
  const compare = () => {
    const signed = roots.get(edge.size);
    if (signed !== undefined) expect(edge.root().toString("hex")).toBe(signed);
    roots.delete(edge.size);
  };
  // A sequencer that begins before the first row is visible signs the empty tree.
  compare();
  for (const entry of tiles.flatMap(({ data }) => splitHashes(data))) {
    edge.append(entry);
    compare();
  }
  expect([edge.size, roots.size]).toEqual([written, 0]);
});
