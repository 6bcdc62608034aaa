import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { hashLeaf, hashNode, sha256 } from "../../audit-verifier/src/hashes";
import { splitRange } from "../../audit-verifier/src/merkle";
import { verifyFile } from "../../audit-verifier/src/verify-file";
import { type FakeLog, first, makeLog, serveLog } from "../../audit-verifier/test/fake-log";
import { checkpointFile } from "../src/audit-witness";
import { openSecretStore } from "../src/secrets";
import { secretName } from "../src/session";
import { createMachine, SERVICE } from "./scripted-surroundings";

const folder = mkdtempSync(join(tmpdir(), "svc-export-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SALT = Buffer.alloc(16);

interface Row {
  id: string;
  at: string;
  requestId: string;
  billingEntityId: string;
  number: number;
  transactionId: string;
}

/** Row n is entry n - 1. */
const makeRow = (n: number, number = n, area = "bil_1"): Row => ({
  at: "2026-11-25T00:00:00.000Z",
  billingEntityId: area,
  id: String(n),
  number,
  requestId: `req_${n}`,
  transactionId: String(n),
});
const makeEntry = (row: Row) => sha256(SALT, Buffer.from(JSON.stringify(row)));

interface Exported {
  rows: Row[];
  covers?: string;
  area?: string;
}

/** A log of four rows of one area, until a test shows another. Those of one directory share what they keep. */
async function createExporter(env: Record<string, string> = {}) {
  const all = [1, 2, 3, 4].map((n) => makeRow(n));
  let log = makeLog(0);
  let write = (_grownFrom: number) => "";
  const meanwhile = { work: async () => {} };
  const show = (entries: Row[], exported: Exported) => {
    log = makeLog(entries.length, { entries: entries.map(makeEntry) });
    const shown = log;
    write = (grownFrom) => writeExport(shown, entries, exported, grownFrom);
  };
  show(all, { rows: all });
  const machine = createMachine([], {
    env,
    fetch: serveLog(
      () => log,
      async (input) => {
        const asked = new URL(input instanceof Request ? input.url : input).searchParams;
        const exported = write(Number(asked.get("grownFrom")));
        await meanwhile.work();
        return new Response(exported);
      },
    ),
  });
  await openSecretStore(machine.surroundings).write(secretName("default", SERVICE), "svc_cli_secret");
  let files = 0;
  const nameFile = (n: number) => join(folder, `${machine.directory.replaceAll("/", "_")}-${n}.ndjson`);
  const run = (...more: string[]) => {
    files += 1;
    const output = nameFile(files);
    return machine.run("audit", "export", "--proofs", "--output", output, ...more);
  };
  return { all, show, run, nameFile, meanwhile, machine, keptFile: checkpointFile(machine.surroundings, SERVICE) };
}

function writeExport(
  log: FakeLog,
  entries: readonly Row[],
  { rows, covers = "area", area = "bil_1" }: Exported,
  from: number,
) {
  const nodes: Record<string, string> = {};
  let roots = entries.map((row) => hashLeaf(makeEntry(row)));
  for (let level = 0; roots.length > 0; level += 1) {
    for (const [index, root] of roots.entries()) nodes[`${level}/${index}`] = root.toString("base64");
    roots = Array.from({ length: roots.length >> 1 }, (_, at) =>
      hashNode(roots[2 * at] ?? sha256(), roots[2 * at + 1] ?? sha256()),
    );
  }
  const { key, handovers, checkpoint } = log;
  const parts = [...splitRange({ from: 0, to: from }), ...splitRange({ from, to: entries.length })];
  const grownFrom = { size: from, hashes: parts.map(({ level, index }) => nodes[`${level}/${index}`]) };
  const lines = [
    { format: "svc-audit-proof-1", key, handovers, checkpoint, covers, area, rows: rows.length, grownFrom },
    { nodes },
    ...rows.map((row) => ({ index: Number(row.id) - 1, salt: SALT.toString("base64"), row })),
    { end: rows.length },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

test("all rows were asked for: a selection in their place may hide that some are missing", async () => {
  const { all, show, run } = await createExporter();
  expect(await run()).toMatchObject({ code: 0, stdout: expect.stringContaining("Nothing is wrong.") });
  show(all, { rows: all.slice(1), covers: "selection" });
  expect(await run()).toMatchObject({ code: 1, stdout: expect.stringContaining("a selection in place of all rows") });
  const asked = await run("--kind", "v1");
  expect(asked).toMatchObject({ code: 0, stdout: expect.stringContaining("missing rows cannot be detected") });
});

test("the end of an area is missed by the next export, also when a new row has its number", async () => {
  const { all, show, run } = await createExporter();
  expect((await run()).code).toBe(0);
  const missed = /Row number 4 of this area: on 20\d\d-\S+ you saw it as entry 3, and it is not there any more/;
  show(all, { rows: all.slice(0, 3) });
  for (const _ of [1, 2]) expect(await run()).toMatchObject({ code: 1, stdout: expect.stringMatching(missed) });
  const again = makeRow(5, 4);
  show([...all, again], { rows: [...all.slice(0, 3), again] });
  expect(await run()).toMatchObject({ code: 1, stdout: expect.stringMatching(missed) });
  // Another log, as after a restore: the person removes the file that the message names.
  const later = await createExporter();
  expect((await later.run()).code).toBe(0);
  later.show([makeRow(1)], { rows: [makeRow(1)] });
  expect(await later.run()).toMatchObject({ code: 1, stderr: expect.stringContaining("rewound") });
  rmSync(later.keptFile);
  expect((await later.run()).code).toBe(0);
});

test("an export shows how the log has grown from the export before it, also after another look at the log", async () => {
  const { all, show, run, nameFile } = await createExporter();
  expect((await run()).code).toBe(0);
  const rows = [...all, makeRow(5), makeRow(6)];
  show(rows.slice(0, 5), { rows: rows.slice(0, 5) });
  expect((await run("--kind", "v1")).code).toBe(0);
  show(rows, { rows });
  expect((await run()).code).toBe(0);
  const before = await verifyFile(nameFile(1), { key: first.verifierKey });
  const later = await verifyFile(nameFile(3), { key: first.verifierKey, kept: before.stated?.checkpoint ?? "" });
  expect(later.finish()).toMatchObject({ problems: [], size: 6 });
});

test("rows that have changed places are named, and no others", async () => {
  const { show, run } = await createExporter();
  const all = [1, 2, 3, 4, 5].map((n) => ({ ...makeRow(n), at: `2026-11-25T00:00:0${n}.000Z` }));
  const [one, two, three, four, five] = all as [Row, Row, Row, Row, Row];
  const findProblems = async (rows: Row[]) => {
    show(all, { rows });
    const { stdout } = await run("--format", "json");
    return (JSON.parse(stdout) as { problems: string[] }).problems.map((problem) => problem.replace(/ \(.*?\)/, ""));
  };
  expect(await findProblems([five, four, three, two, one])).toEqual([]);
  const misplaced = "is not in its place in the file, which lists the newest rows first.";
  expect(await findProblems([five, two, three, four, one])).toEqual([`Row 2: ${misplaced}`, `Row 4: ${misplaced}`]);
  // Each in the entry of the other.
  const exchanged = await findProblems([five, { ...one, id: "4" }, three, two, { ...four, id: "1" }]);
  expect(exchanged).toEqual([
    expect.stringContaining("Row 4: is not what was signed as entry 3."),
    expect.stringContaining("Row 1: is not what was signed as entry 0."),
  ]);
});

test("the end of an area is told from that of another account on this machine", async () => {
  const { all, show, run } = await createExporter();
  expect((await run()).code).toBe(0);
  const other = [6, 7].map((n) => makeRow(n, n - 5, "bil_2"));
  show([...all, makeRow(5), ...other], { rows: other, area: "bil_2" });
  expect((await run()).code).toBe(0);
  show([...all, makeRow(5), ...other], { rows: [...all, makeRow(5)] });
  expect((await run()).code).toBe(0);
  show([...all, makeRow(5), ...other], { rows: all });
  expect((await run()).code).toBe(1);
});

test("exports that end at once keep the last row of each area", async () => {
  const { machine, keptFile } = await createExporter();
  const areas = Array.from({ length: 8 }, (_, n) => `bil_${n + 1}`);
  const rows = areas.map((area, n) => makeRow(n + 1, 1, area));
  const runs = areas.map(async (area, n) => {
    const exporter = await createExporter({ SVC_CONFIG_DIR: machine.directory });
    exporter.show(rows, { rows: rows.slice(n, n + 1), area });
    return exporter.run();
  });
  expect((await Promise.all(runs)).map(({ code }) => code)).toEqual(areas.map(() => 0));
  const { lastRows } = JSON.parse(readFileSync(keptFile, "utf8")) as { lastRows: Record<string, { index: number }> };
  expect(areas.map((area) => lastRows[area]?.index)).toEqual(areas.map((_, n) => n));
});

test("an export that another one overtakes is not accused, and the younger last row stays", async () => {
  const slow = await createExporter();
  const fast = await createExporter({ SVC_CONFIG_DIR: slow.machine.directory });
  const { all } = slow;
  fast.show([...all, makeRow(5)], { rows: [...all, makeRow(5)] });
  slow.meanwhile.work = async () => {
    slow.show([...all, makeRow(5)], { rows: all });
    expect((await fast.run()).code).toBe(0);
  };
  expect(await slow.run()).toMatchObject({ code: 0, stdout: expect.stringContaining("Nothing is wrong.") });
  const kept = JSON.parse(readFileSync(slow.keptFile, "utf8")) as { checkpoint: string; lastRows: object };
  expect(kept.checkpoint.split("\n")[1]).toBe("5");
  expect(kept.lastRows).toMatchObject({ bil_1: { index: 4, number: 5 } });
});
