import { spawnSync } from "node:child_process";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createArchiveScene, monthBefore } from "../../../e2e/support/scenes/archive-scene";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { IS_NIGHT } from "../../../e2e/support/scenes/night";
import { createWorld } from "../../../e2e/support/scenes/world";
import { makeSigner, type Signer, signNote } from "../proof/note";
import { readKeys } from "../proof/read-log";
import { openSigners, originOfService } from "../proof/signing-keys";
import {
  type Block,
  type Directory,
  digestOf,
  type FilePart,
  pack,
  readTail,
  TAIL_BYTES,
  writeStatement,
  writeTail,
} from "./archive-file";
import { verifyArchive } from "./verify-archive";
import { writeArchive } from "./write-archive";

const database = useTestDatabase();
const world = createWorld(database);
const scene = createArchiveScene(database);
const MONTH = monthBefore(14);
const ROWS = 2_700;

let [key, path, copy, one, two, main] = ["", "", "", "", "", ""];
beforeAll(async () => {
  [one, two] = [await world.billingEntity(), await world.billingEntity()];
  await scene.makePartition(MONTH);
  const [before, after] = [monthBefore(15), monthBefore(13)];
  await scene.write(before.from, before.until, 333, [one, null]);
  await scene.write(MONTH.from, MONTH.until, ROWS, [one, two, null]);
  await scene.write(after.from, after.until, 500, [two]);
  await scene.sign(before.from);
  key = (await readKeys())?.key ?? "";
  path = join(await scene.open(), "month.svcaudit");
  copy = join(scene.directory, "copy.svcaudit");
  main = join(scene.directory, "main.mjs");
  await build({
    entryPoints: ["packages/audit-verifier/src/main.ts"],
    outfile: main,
    bundle: true,
    platform: "node",
    format: "esm",
  });
  await writeArchive(path, MONTH, openSigners(originOfService()));
});
afterAll(() => scene.close());

function verify(file: string, withKey = key): { code: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, "--key", withKey, file], { encoding: "utf8" });
  return { code: status, output: stdout + stderr };
}

type Change = (line: string, block: Block, area: string) => string | null;

interface Rewriting {
  change?: Change;
  signers?: readonly Signer[] | null;
  changeHashes?: (hashes: Buffer) => void;
}

/** A forger recomputes every digest and length. */
async function rewrite({ change = (line) => line, signers = null, changeHashes }: Rewriting): Promise<void> {
  const bytes = await readFile(path);
  const tail = readTail(bytes.subarray(-TAIL_BYTES));
  if (!tail) throw new Error("It is no archive.");
  const part = ({ offset, length }: Pick<FilePart, "offset" | "length">) => bytes.subarray(offset, offset + length);
  const unpack = (place: Pick<FilePart, "offset" | "length">) => gunzipSync(part(place)).toString();
  const { directoryAt, directoryBytes, noteBytes } = tail;
  const directory = JSON.parse(unpack({ offset: directoryAt, length: directoryBytes })) as Directory;
  const chunks: Buffer[] = [bytes.subarray(0, bytes.indexOf("\n") + 1)];
  const append = (added: Buffer): FilePart => {
    const offset = chunks.reduce((sum, { length }) => sum + length, 0);
    chunks.push(added);
    return { offset, length: added.length, digest: digestOf(added) };
  };
  for (const [area, place] of Object.entries(directory.areas)) {
    const blocks = (JSON.parse(unpack(place)) as Block[]).map((block) => {
      const lines = unpack(block).split("\n").slice(0, -1);
      const kept = lines.flatMap((line) => change(line, block, area) ?? []);
      const changed = append(pack(kept.map((line) => `${line}\n`).join("")));
      const hashes = Buffer.from(part({ offset: block.offset + block.length, length: block.signed * 32 }));
      changeHashes?.(hashes);
      append(hashes);
      return { ...block, ...changed, rows: kept.length };
    });
    directory.areas[area] = append(pack(JSON.stringify(blocks)));
  }
  const packed = pack(JSON.stringify(directory));
  const oldNote = part({ offset: directoryAt + directoryBytes, length: noteBytes });
  const statement = writeStatement(directory.month, directory.rows, packed);
  const note = signers === null ? oldNote : Buffer.from(signNote(statement, signers));
  const at = append(Buffer.concat([packed, note])).offset;
  append(writeTail({ directoryAt: at, directoryBytes: packed.length, noteBytes: note.length }));
  await writeFile(copy, Buffer.concat(chunks));
}

const readId = (line: string) => (JSON.parse(line.slice(line.indexOf("\t") + 1)) as { id: string }).id;
const isChosen = (line: string) => readId(line) === "1000";

test("accepts a month with other rows around it in the log", async () => {
  expect(await verifyArchive(path, key)).toEqual({ rows: ROWS, unsigned: 0, problems: [] });
  const { code, output } = verify(path);
  expect([code, output]).toEqual([0, expect.stringContaining(`${ROWS} rows are as they were signed`)]);
});

test("names each row that a holder of the key has changed", async () => {
  const chosen = new Set(["1000", "1001", "2000"]);
  const change = (line: string) => (chosen.has(readId(line)) ? line.replace(/"status":\d+/, '"status":201') : line);
  await rewrite({ change, signers: openSigners(originOfService()) });
  const { code, output } = verify(copy);
  const named = [...output.matchAll(/^Row (\d+) .*is not what was signed/gm)].map(([, id]) => id);
  expect([code, named.length, new Set(named)]).toEqual([1, chosen.size, chosen]);
  expect(output).not.toContain("not signed");
  const { problems } = await verifyArchive(copy, key);
  expect(new Set(problems.map((problem) => /^Row (\d+)/.exec(problem)?.[1]))).toEqual(chosen);
});

test.each<[string, Rewriting, RegExp]>([
  ["rows are changed without the key", { change: (line) => line.replace('"v1"', '"v2"') }, /not signed by your key/],
  ["another key has signed", { signers: [makeSigner("other", Buffer.alloc(32, 7))] }, /not signed by your key/],
  ["a row is taken out", { change: (line) => (isChosen(line) ? null : line) }, /its directory says/],
  [
    "a row is there twice",
    { change: (line) => (isChosen(line) ? `${line}\n${line}` : line) },
    /^Row 1000 .*as another row does/m,
  ],
  ["hashes are changed with their rows", { changeHashes: (hashes) => hashes.fill(1, 0, 32) }, /a different root/],
  [
    "a row is given to another tenant",
    { change: (line, _, area) => (area === one ? line.replaceAll(one, two) : line) },
    /^Row \d+ .*is in the place of other rows/m,
  ],
])("detects when %s", async (_, rewriting, problem) => {
  await rewrite(rewriting);
  const { code, output } = verify(copy);
  expect([code, output]).toEqual([1, expect.stringMatching(problem)]);
  expect((await verifyArchive(copy, key)).problems.length).toBeGreaterThan(0);
});

test("detects a changed byte anywhere", async () => {
  const bytes = await readFile(path);
  const samples = IS_NIGHT ? 30 : 10;
  const step = Math.floor(bytes.length / samples);
  const sample = Array.from({ length: samples }, (_, n) => 20 + n * step);
  const end = Array.from({ length: 50 }, (_, n) => bytes.length - 1 - n);
  for (const place of [...sample, ...end]) {
    const changed = Buffer.from(bytes);
    changed[place] = (changed[place] ?? 0) ^ 1;
    await writeFile(copy, changed);
    const found = await verifyArchive(copy, key).then(
      ({ problems }) => problems.length > 0,
      () => true,
    );
    expect([place, found]).toEqual([place, true]);
  }
});

test("rows that were counted again are named, and the month can be archived nevertheless", async () => {
  const [{ last } = { last: 0 }] = await database.query<{ last: number }>(
    "SELECT max(l.number)::int AS last FROM audit_leaves l JOIN audit_log a ON a.id = l.audit_id WHERE a.billing_entity_id = $1",
    [one],
  );
  await database.query("DELETE FROM audit_leaf_counts WHERE owner = $1", [one]);
  await scene.write(MONTH.from, MONTH.until, 2, [one]);
  await scene.sign(monthBefore(15).from);
  const again = join(scene.directory, "again.svcaudit");
  await writeArchive(again, MONTH, openSigners(originOfService()));
  expect(await verifyArchive(again, key)).toMatchObject({ rows: ROWS + 2, problems: [] });
  const { code, output } = verify(again);
  const named = [...output.matchAll(/^Row number (\d+) of area (\S+), entry \d+: number (\d+) is before it/gm)];
  expect([code, named.map(([, ...parts]) => parts)]).toEqual([
    1,
    [1, 2].map((number) => [`${number}`, one, `${last}`]),
  ]);
});

test("rejects truncated and foreign files", async () => {
  await copyFile(path, copy);
  await writeFile(copy, (await readFile(path)).subarray(0, -100));
  expect(verify(copy)).toEqual({ code: 2, output: expect.stringContaining("cut off") });
  await writeFile(copy, "{}\n");
  expect(verify(copy).code).toBe(2);
  expect(verify(path, "nobody+00000000+AAAA").code).toBe(1);
});
