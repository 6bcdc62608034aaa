import { randomInt } from "node:crypto";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { resetShared } from "../../e2e/support/scenes/shared-state";
import { outlastForeignTransactions } from "../../e2e/support/scenes/watched-database";
import { createWorld } from "../../e2e/support/scenes/world";
import { type Report, type Trust, Verifier } from "../../packages/audit-verifier/src/verifier";
import { findProof } from "../audit/archive/find-proof";
import { appendRows } from "../audit/proof/append-rows";
import { readCheckpoint, readKeys } from "../audit/proof/read-log";
import { ensureAuditPartitions } from "../audit/retention";
import { closeDatabase } from "../db/pool";
import { readAuditQuery } from "./audit-filter";
import { exportAudit } from "./export-audit";
import { findAuditRows } from "./find-rows";
import { type AuditAccess, openAudit } from "./open-audit";

const database = useTestDatabase();
const world = createWorld(database);
const unfiltered = readAuditQuery(() => "");
/** `AUDIT_CHANGES=1000` tries more changes. */
const CHANGES = Number(process.env["AUDIT_CHANGES"] ?? 14);
const TABLES = ["audit_log", "audit_leaves", "audit_tiles", "audit_leaf_counts", "audit_tree", "audit_handovers"];
const ROWS = 400;
let [mine, other]: (AuditAccess | undefined)[] = [];
let key = "";

const write = (entity: string | null | undefined, rows: number) =>
  database.query(
    `INSERT INTO audit_log (at, request_id, surface, method, route, status, billing_entity_id, details)
     SELECT now(), 'req_' || $1 || n, 'v1', 'GET', '/v1/me', 200, $1, '{"z": [1, {"a": null}], "b": "é"}' FROM generate_series(1, $2) n`,
    [entity, rows],
  );

async function append(): Promise<void> {
  await outlastForeignTransactions(database);
  await database.query("UPDATE audit_tree SET appended_at = now() - interval '2 seconds'");
  await appendRows();
}

test("a file that was cut off within a line is named with that line, and so is a line of another kind", async () => {
  const lines = (await exportText()).split("\n");
  const at = lines.findIndex((line) => line.startsWith('{"index"'));
  for (const end of [1, -1]) {
    const cut = await check([...lines.slice(0, at), lines[at]?.slice(0, end)].join("\n"));
    expect(cut.problems.join()).toContain(`Line ${at + 1} cannot be read: the file was cut off there`);
  }
  for (const [other, problem] of [
    ["null", "cannot be read"],
    ["[]", "is neither a row"],
  ]) {
    const { problems, provedRows } = await check(lines.toSpliced(at, 0, other ?? "").join("\n"));
    expect([provedRows, problems]).toEqual([ROWS, [expect.stringContaining(`Line ${at + 1} ${problem}`)]]);
  }
  await expect(check('{"forma')).rejects.toThrow("The first line is not that of an export");
});

async function exportText(access = mine, query = unfiltered, keptSize: number | null = null): Promise<string> {
  if (!access) throw new Error("There is no area.");
  let text = "";
  for await (const part of exportAudit(access, query, { format: "proof", keptSize })) text += part;
  return text;
}

async function check(text: string, trust: Partial<Trust> = {}): Promise<Report> {
  const verifier = new Verifier({ key, ...trust });
  for (const line of text.split("\n").filter(Boolean)) await verifier.takeLine(line);
  return verifier.finish();
}

beforeAll(async () => {
  await ensureAuditPartitions();
  const open = async () => openAudit({ id: (await world.user()).id, isAdmin: false }, "");
  [mine, other] = [await open(), await open()];
  for (let round = 0; round < 20; round += 1) {
    await write(mine.billingEntityId, ROWS / 20);
    await write(other.billingEntityId, 7);
    if (round % 5 === 4) await append();
  }
  await append();
  key = (await readKeys())?.key ?? "";
  for (const table of TABLES) await database.query(`CREATE TABLE kept_${table} AS SELECT * FROM ${table}`);
});

/** Keep the connections, because a thousand changes would use up those of PostgreSQL. */
async function forgetShared(): Promise<void> {
  await closeDatabase();
  resetShared();
}

async function restore(): Promise<void> {
  vi.unstubAllEnvs();
  await forgetShared();
  await database.query(`TRUNCATE ${TABLES.join(", ")}`);
  for (const table of TABLES) await database.query(`INSERT INTO ${table} SELECT * FROM kept_${table}`);
}
afterEach(restore);

test("proves every row of an untouched area", async () => {
  const text = await exportText();
  expect(await check(text)).toEqual({
    problems: [],
    provedRows: ROWS,
    unprovedRows: 0,
    size: ROWS + 140,
    covers: "area",
  });
  expect(text).not.toContain(other?.billingEntityId);
  const [foreign] = await database.query<{ at: Date; id: string; salt: Buffer }>(
    "SELECT a.at, a.id, l.salt FROM audit_log a JOIN audit_leaves l ON l.audit_id = a.id WHERE a.billing_entity_id = $1",
    [other?.billingEntityId],
  );
  if (!foreign || !mine) throw new Error("There is no other row.");
  expect(text).not.toContain(foreign.salt.toString("base64"));
  expect(await findProof(mine, foreign)).toBeNull();
});

test("distinguishes selections, new rows and rows older than the log", async () => {
  await database.query(
    "DELETE FROM audit_leaves WHERE number <= 3 AND audit_id IN (SELECT id FROM audit_log WHERE billing_entity_id = $1)",
    [mine?.billingEntityId],
  );
  await database.query("UPDATE audit_log SET transaction_id = 0 WHERE id NOT IN (SELECT audit_id FROM audit_leaves)");
  await write(mine?.billingEntityId, 2);
  const report = await check(await exportText(mine, { ...unfiltered, kind: "v1" }));
  expect(report).toEqual({
    problems: [],
    provedRows: ROWS - 3,
    unprovedRows: 5,
    size: ROWS + 140,
    covers: "selection",
  });
});

test("a proof file leads from one row to the checkpoint", async () => {
  const [row] = await database.query<{ at: Date; id: string }>(
    "SELECT at, id FROM audit_log WHERE billing_entity_id = $1 LIMIT 1",
    [mine?.billingEntityId],
  );
  if (!mine || !row) throw new Error("There is no row.");
  const proof = await findProof(mine, row);
  if (!proof || !("file" in proof)) throw new Error("There is no proof.");
  const verify = async (file: string) => {
    const verifier = new Verifier({ key });
    await verifier.takeProof(file, []);
    return verifier.finish();
  };
  expect(await verify(proof.file)).toMatchObject({ problems: [], provedRows: 1 });
  expect(proof.file).toContain(await readCheckpoint());
  expect((await verify(proof.file.replace(/^index \d+$/m, `index ${proof.index + 1}`))).problems).toHaveLength(1);
  await database.query("UPDATE audit_log SET status = 403 WHERE id = $1", [row.id]);
  expect(await findProof(mine, row)).toMatchObject({ state: "changed", index: proof.index });
});

const COLUMNS = {
  status: "status + 1",
  request_id: "request_id || 'x'",
  surface: "'mcp'",
  method: "'POST'",
  route: "'/v1/other'",
  error_code: "'forbidden'",
  actor_id: "'usr_other'",
  user_id: "'usr_other'",
  api_key_id: "'key_other'",
  organization_id: "'org_other'",
  scopes: "'rooms:read'",
  units_cost: "units_cost + 1",
  requests: "requests + 1",
  details: `'{"z": [1, {"a": null}], "b": "e"}'`,
  at: "at + interval '1 millisecond'",
  transaction_id: "transaction_id + 1",
};

type Change = (row: { id: string; number: string; otherId: string }) => Promise<RegExp>;
const run = (text: string, ...values: unknown[]) => database.query(text, values);

/** A change that a superuser makes in the database, and the words that must name it. */
const CHANGE: Record<string, Change> = {
  async update({ id }) {
    const columns = Object.entries(COLUMNS);
    const [column, value] = columns[randomInt(columns.length)] ?? [];
    await run(`UPDATE audit_log SET ${column} = ${value} WHERE id = $1`, id);
    return new RegExp(`^Row ${id} .*is not what was signed`, "m");
  },
  async delete({ id, number }) {
    await run("DELETE FROM audit_log WHERE id = $1", id);
    return new RegExp(`^Row number ${number} of this area: missing`, "m");
  },
  async insert({ id }) {
    await run(
      `INSERT INTO audit_log (id, at, request_id, surface, method, route, status, billing_entity_id, transaction_id)
       SELECT 999999, at, 'req_new', surface, method, route, status, billing_entity_id, transaction_id FROM audit_log WHERE id = $1`,
      id,
    );
    return /^Row 999999 .*has no entry/m;
  },
  async "insert in the past"() {
    await run(
      `INSERT INTO audit_log (id, at, request_id, surface, method, route, status, billing_entity_id)
       VALUES (999999, now() - interval '3 days', 'req_new', 'v1', 'GET', '/v1/me', 200, $1)`,
      mine?.billingEntityId,
    );
    await append();
    return /^Row 999999 .*was entered days after its time/m;
  },
  async "insert a row that is never signed"() {
    await run(
      `INSERT INTO audit_log (id, at, request_id, surface, method, route, status, billing_entity_id, transaction_id)
       VALUES (999999, now() - interval '3 days', 'req_new', 'v1', 'GET', '/v1/me', 200, $1, 4611686018427387904)`,
      mine?.billingEntityId,
    );
    await append();
    return /^Row 999999 .*has no entry/m;
  },
  async swap({ id, otherId }) {
    await run(
      `UPDATE audit_log a SET request_id = b.request_id FROM audit_log b
       WHERE a.id <> b.id AND a.id IN ($1, $2) AND b.id IN ($1, $2)`,
      id,
      otherId,
    );
    return new RegExp(`^Row (${id}|${otherId}) .*is not what was signed[^]*^Row (${id}|${otherId}) .*is not`, "m");
  },
  async "swap entries"({ id, otherId }) {
    await run("UPDATE audit_leaves SET index = -index WHERE audit_id IN ($1, $2)", id, otherId);
    await run(
      `UPDATE audit_leaves a SET index = -b.index FROM audit_leaves b
       WHERE a.audit_id <> b.audit_id AND a.audit_id IN ($1, $2) AND b.audit_id IN ($1, $2)`,
      id,
      otherId,
    );
    return new RegExp(`^Row (${id}|${otherId}) .*is not what was signed`, "m");
  },
  async "remove an entry"({ id }) {
    await run("DELETE FROM audit_leaves WHERE audit_id = $1", id);
    return new RegExp(`^Row ${id} .*has no entry`, "m");
  },
  async "change a salt"({ id }) {
    await run("UPDATE audit_leaves SET salt = set_byte(salt, 3, 255 - get_byte(salt, 3)) WHERE audit_id = $1", id);
    return new RegExp(`^Row ${id} .*is not what was signed`, "m");
  },
  async "give a row to another tenant"({ id, number }) {
    await run("UPDATE audit_log SET billing_entity_id = $2 WHERE id = $1", id, other?.billingEntityId);
    return new RegExp(`^Row number ${number} of this area: missing`, "m");
  },
  async "change a tile"({ id }) {
    const at = randomInt(32);
    await run(
      `UPDATE audit_tiles t SET data = set_byte(data, ((l.index % 256) * 32)::int + $2, 255 - get_byte(data, ((l.index % 256) * 32)::int + $2))
       FROM audit_leaves l WHERE l.audit_id = $1 AND t.level = 0 AND t.index = l.index / 256`,
      id,
      at,
    );
    return /^Row \d+ .*is not what was signed.*or hashes around it/m;
  },
  async "drop a tile"() {
    await run("DELETE FROM audit_tiles WHERE level = 1");
    return /^Row \d+ .*is not what was signed/m;
  },
  async truncate() {
    await run("TRUNCATE audit_log");
    return new RegExp(`^Rows number 1 to ${ROWS} of this area: missing`, "m");
  },
  async "cut the end off"() {
    await run("DELETE FROM audit_log WHERE id IN (SELECT audit_id FROM audit_leaves WHERE index >= 500)");
    return new RegExp(`^Rows? number .*${ROWS} of this area: missing`, "m");
  },
  async "count the area again, so that new rows take the numbers of old ones"() {
    await run("DELETE FROM audit_leaf_counts WHERE owner = $1", mine?.billingEntityId);
    await write(mine?.billingEntityId, 3);
    await append();
    await run(
      `WITH gone AS (
         DELETE FROM audit_leaves l USING audit_log a WHERE a.id = l.audit_id AND a.billing_entity_id = $1
           AND l.number <= 3 AND l.index < 500 RETURNING a.id)
       DELETE FROM audit_log WHERE id IN (SELECT id FROM gone)`,
      mine?.billingEntityId,
    );
    return new RegExp(`^Row \\d+ .*has number 1 of this area, and row \\d+ before it has number ${ROWS}`, "m");
  },
  async "rebuild everything with the key of yesterday"({ id }) {
    await run("UPDATE audit_log SET status = 500 WHERE id = $1", id);
    await run("TRUNCATE audit_leaves, audit_tiles, audit_leaf_counts, audit_handovers");
    await run(
      "UPDATE audit_tree SET size = 0, checkpoint = '', verifier_key = '', tail_transaction_id = 0, tail_audit_id = 0",
    );
    vi.stubEnv("SVC_AUDIT_LOG_KEY", `k0:${"Y".repeat(43)}=`);
    await forgetShared();
    await append();
    return /^The log's checkpoint is not signed by your key/m;
  },
};

describe(`${CHANGES} random changes by a superuser are all found and named`, () => {
  test.each(Object.entries(CHANGE))("%s", async (_, change) => {
    for (let turn = 0; turn < Math.ceil(CHANGES / Object.keys(CHANGE).length); turn += 1) {
      const rows = await database.query<{ id: string; number: string }>(
        // Rows of one request may be equal, and swapping equal rows changes nothing.
        `SELECT id, number FROM (SELECT DISTINCT ON (a.request_id) a.id, l.number
           FROM audit_log a JOIN audit_leaves l ON l.audit_id = a.id
           WHERE a.billing_entity_id = $1 AND l.index > 0 ORDER BY a.request_id, random()) rows
         ORDER BY random() LIMIT 2`,
        [mine?.billingEntityId],
      );
      const [row, second] = rows;
      if (!row || !second) throw new Error("There are no rows.");
      const named = await change({ ...row, otherId: second.id });
      expect((await check(await exportText())).problems.join("\n")).toMatch(named);
      await restore();
    }
  });
});

test("a log that was rewound or forked is found by the checkpoint of an earlier day", async () => {
  await write(mine?.billingEntityId, 5);
  await append();
  const kept = (await readCheckpoint()) ?? "";
  expect((await check(await exportText(), { kept })).problems).toEqual([]);
  await restore();
  expect((await check(await exportText(), { kept })).problems.join()).toContain("The log was rewound");
  await write(mine?.billingEntityId, 5);
  await append();
  expect((await check(await exportText(), { kept })).problems.join()).toContain("The log was forked");
});

test("an export shows how the log has grown from a kept checkpoint", async () => {
  const keptSize = ROWS + 140;
  const kept = (await readCheckpoint()) ?? "";
  await write(mine?.billingEntityId, 30);
  await append();
  expect((await check(await exportText(mine, unfiltered, keptSize), { kept })).problems).toEqual([]);
  expect((await check(await exportText(mine, unfiltered, keptSize - 1), { kept })).problems.join()).toContain(
    "does not show",
  );
  expect((await check(await exportText(mine, unfiltered, keptSize + 31))).problems).toEqual([]);
  await database.query("TRUNCATE audit_leaves, audit_tiles, audit_leaf_counts");
  await database.query("UPDATE audit_tree SET size = 0, checkpoint = '', tail_transaction_id = 0, tail_audit_id = 0");
  await append();
  const rebuilt = (await check(await exportText(mine, unfiltered, keptSize), { kept })).problems;
  expect(rebuilt).toEqual([expect.stringContaining("The log was forked")]);
});

test("a row is found by its number, its cursor and its request, and by none of them in another area", async () => {
  const [row] = await database.query<{ at: Date; id: string; requestId: string }>(
    'SELECT at, id, request_id AS "requestId" FROM audit_log WHERE billing_entity_id = $1 LIMIT 1',
    [mine?.billingEntityId],
  );
  if (!mine || !other || !row) throw new Error("There is no row.");
  const { at, id, requestId } = row;
  for (const name of [id, `${at.getTime()}.${id}`]) expect(await findAuditRows(mine, name)).toEqual([{ at, id }]);
  expect(await findAuditRows(mine, requestId)).toHaveLength(20);
  for (const name of ["0", "x", "req_none", "999999999"]) expect(await findAuditRows(mine, name)).toEqual([]);
  expect(await findAuditRows(other, requestId)).toEqual([]);
  for (const key of await findAuditRows(other, id)) expect(await findProof(other, key)).toBeNull();
});

test("a later key is trusted as far as the one before has introduced it", async () => {
  vi.stubEnv("SVC_AUDIT_LOG_KEY", `k2:${"B".repeat(43)}=,k1:${"A".repeat(43)}=`);
  resetShared();
  await append();
  expect((await check(await exportText())).problems).toEqual([]);
  await database.query("DELETE FROM audit_handovers");
  expect((await check(await exportText())).problems.join()).toContain("or one of its successors");
});

test("detects an export that lacks a line", async () => {
  const lines = (await exportText()).split("\n");
  const at = lines.findIndex((line) => line.startsWith('{"index"'));
  expect((await check(lines.toSpliced(at, 1).join("\n"))).problems.join()).toMatch(/cut off.*missing/);
});
