import { readdir, readFile, truncate, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createArchiveScene, monthBefore } from "../../../e2e/support/scenes/archive-scene";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { resetShared } from "../../../e2e/support/scenes/shared-state";
import { createWorld } from "../../../e2e/support/scenes/world";
import { archiveVariables, type S3Server, startS3Server } from "../../../e2e/support/servers/s3-server";
import { sha256 } from "../../platform/crypto";
import { readSubtrees, readTileBytes } from "../proof/read-log";
import { archiveOldMonths } from "./archive-log";
import { findProof } from "./find-proof";
import { readArchiveState } from "./read-state";
import { BrokenArchive } from "./store/archive-store";

const database = useTestDatabase();
const world = createWorld(database);
const scene = createArchiveScene(database);
const MONTH = monthBefore(14);
const [ROWS, WIDTH, GROUP] = [90, 256, 65_536];
/** Three groups that can leave, and a right edge that stays. */
const SIZE = 3 * GROUP + 1_000;
const TABLES = ["audit_log", "audit_leaves", "audit_tiles", "audit_tree"];

let billingEntityId = "";
let row = { at: new Date(), id: "" };
const wholeTile = (index: number) => ({ level: 0, index, width: WIDTH });
beforeAll(async () => {
  ({ billingEntityId } = await world.user());
  await scene.makePartition(MONTH);
  await scene.write(MONTH.from, MONTH.until, ROWS, [billingEntityId, null]);
  await scene.sign(MONTH.from);
  await scene.pad(SIZE);
  const [found] = await database.query<typeof row>(
    "SELECT at, id::text FROM audit_log WHERE billing_entity_id = $1 ORDER BY at LIMIT 1",
    [billingEntityId],
  );
  if (found) row = found;
  for (const table of TABLES) await database.query(`CREATE TABLE kept_${table} AS SELECT * FROM ${table}`);
});
beforeEach(async () => {
  if (!(await scene.isInDatabase(MONTH))) await scene.makePartition(MONTH);
  await database.query("UPDATE audit_archiving SET holder = NULL, held_until = NULL, error = NULL, failed_at = NULL");
  await database.query(`TRUNCATE audit_archives, audit_archive_areas, audit_tile_archives, ${TABLES.join()}`);
  for (const table of TABLES) await database.query(`INSERT INTO ${table} SELECT * FROM kept_${table}`);
  await scene.open();
  resetShared();
});
afterEach(() => scene.close());

const listRuns = () =>
  database.query<{ first: number; tiles: number }>(
    "SELECT first_tile::int AS first, tiles FROM audit_tile_archives WHERE left_at IS NOT NULL ORDER BY first_tile",
  );
const listStored = async () =>
  (await database.query<{ index: number }>("SELECT index::int FROM audit_tiles WHERE level = 0 ORDER BY index")).map(
    ({ index }) => index,
  );
const listTileFiles = async () => (await readdir(scene.directory)).filter((name) => name.endsWith(".svctiles"));
/** Members of the row, in its extra line, have no order. */
async function readProof() {
  const proof = await findProof({ billingEntityId }, row);
  return proof && "file" in proof ? { ...proof, file: proof.file.replace(/^extra .*$/m, "") } : proof;
}
/** A digest of everything that the public log serves of level 0, and of its entries. */
async function digestLog(): Promise<string> {
  const parts: Buffer[] = [];
  for (let index = 0; index * WIDTH < SIZE; index += 1)
    for (const level of [0, "entries"] as const) {
      const width = Math.min(WIDTH, SIZE - index * WIDTH);
      const bytes = await readTileBytes({ level, index, width });
      if (bytes === null) throw new Error(`Tile ${level}/${index} is not there.`);
      parts.push(bytes);
    }
  return sha256(Buffer.concat(parts)).toString("hex");
}

test("tiles leave with their months, and the public log, proofs and the sequencer go on as before", async () => {
  const [log, proof] = [await digestLog(), await readProof()];
  const small = [0, 1, 7].flatMap((level) => [
    { level, index: 3 },
    { level, index: 400 * 2 ** (8 - level) + 1 },
  ]);
  const roots = await readSubtrees(small);
  await archiveOldMonths();
  expect([await listRuns(), await listStored()]).toEqual([[{ first: 0, tiles: 768 }], [768, 769, 770, 771]]);
  expect((await readFile(join(scene.directory, (await listTileFiles())[0] ?? ""))).length).toBe(3 * GROUP * 32);
  expect(await digestLog()).toBe(log);
  expect(await readSubtrees(small)).toEqual(roots);
  expect(proof).toMatchObject({ state: "proved" });
  expect(await readProof()).toEqual(proof);
  expect(await readTileBytes(wholeTile(772))).toBeNull();
  expect(await readTileBytes({ ...wholeTile(5), width: 7 })).toHaveLength(7 * 32);
  await scene.write(monthBefore(2).from, monthBefore(2).until, ROWS, [billingEntityId]);
  await scene.sign(monthBefore(2).from);
  expect(await findProof({ billingEntityId }, row)).toMatchObject({ state: "proved" });
  expect(await archiveOldMonths()).toEqual({});
  expect(await listTileFiles()).toHaveLength(1);
});

test("tiles of rows that PostgreSQL still has stay, and leave later", async () => {
  const log = await digestLog();
  await database.query("INSERT INTO audit_leaves (index, audit_id, at, number, salt) VALUES ($1, -1, now(), 1, '')", [
    2 * GROUP - 1,
  ]);
  await archiveOldMonths();
  expect(await listRuns()).toEqual([
    { first: 0, tiles: 256 },
    { first: 512, tiles: 256 },
  ]);
  expect(await digestLog()).toBe(log);
  await database.query("DELETE FROM audit_leaves WHERE audit_id = -1");
  await archiveOldMonths();
  expect((await listRuns()).map(({ first }) => first)).toEqual([0, 256, 512]);
  expect(await digestLog()).toBe(log);
});

test("a reader finds each tile at every moment of the move", async () => {
  const log = await digestLog();
  const seen: string[] = [];
  await archiveOldMonths(async (step) => {
    if (step.startsWith("tiles")) seen.push(await digestLog());
  });
  expect(seen).toEqual(Array.from({ length: 7 }, () => log));
});

test("tiles outlive the files of their rows", async () => {
  const log = await digestLog();
  await archiveOldMonths();
  await database.query(
    "UPDATE audit_archives SET from_at = from_at - interval '8 years', until_at = until_at - interval '8 years'",
  );
  await archiveOldMonths();
  expect(await readdir(scene.directory)).toEqual(await listTileFiles());
  expect(await database.query("SELECT FROM audit_archives")).toEqual([]);
  expect(await digestLog()).toBe(log);
});

test.each<[string, (path: string) => Promise<void>]>([
  ["is missing", unlink],
  ["was cut", (path) => truncate(path, 100)],
  [
    "was changed",
    async (path) => {
      const bytes = await readFile(path);
      bytes[1] = (bytes[1] ?? 0) ^ 1;
      await writeFile(path, bytes);
    },
  ],
])("a file that %s is refused and named, and others go on", async (_, harm) => {
  await archiveOldMonths();
  const [file = ""] = await listTileFiles();
  await harm(join(scene.directory, file));
  await expect(readTileBytes(wholeTile(0))).rejects.toThrow(`${file}, a file of the audit log's archive`);
  await expect(findProof({ billingEntityId }, row)).rejects.toBeInstanceOf(BrokenArchive);
  expect(await readTileBytes({ level: 1, index: 0, width: WIDTH })).not.toBeNull();
  expect(await readTileBytes({ ...wholeTile(768), width: 200 })).not.toBeNull();
});

test("health names a file of tiles that is missing", async () => {
  await archiveOldMonths();
  const [file = ""] = await listTileFiles();
  expect((await readArchiveState()).missing).toEqual([]);
  await unlink(join(scene.directory, file));
  expect(await readArchiveState()).toMatchObject({ files: 1, missing: [file] });
});

test("a tile that someone has changed in PostgreSQL leaves it never", async () => {
  await database.query(
    "UPDATE audit_tiles SET data = set_byte(data, 9, get_byte(data, 9) # 1) WHERE level = 0 AND index = 300",
  );
  await expect(archiveOldMonths()).rejects.toThrow("Tile 300 is not the one that was signed.");
  expect([await listRuns(), (await listStored()).length]).toEqual([[], 772]);
  await expect(archiveOldMonths()).rejects.toThrow();
  expect(await listTileFiles()).toEqual([]);
});

test("a file that was changed before the tiles left is written again", async () => {
  const log = await digestLog();
  await expect(
    archiveOldMonths((step) => (step === "tiles entered" ? Promise.reject(new Error("The end.")) : Promise.resolve())),
  ).rejects.toThrow("The end.");
  const [before = ""] = await listTileFiles();
  await truncate(join(scene.directory, before), 1_000);
  await archiveOldMonths();
  const [after, ...others] = await listTileFiles();
  expect([after === before, others, await listRuns()]).toEqual([false, [], [{ first: 0, tiles: 768 }]]);
  expect(await digestLog()).toBe(log);
});

test("a process that has lost its lease enters nothing", async () => {
  const overtake = (step: string) =>
    step === "tiles named"
      ? database.query("UPDATE audit_archiving SET holder = 'another'").then(() => undefined)
      : Promise.resolve();
  await archiveOldMonths(overtake);
  expect([await listRuns(), (await listStored()).length, await listTileFiles()]).toEqual([[], 772, []]);
});

describe("in a bucket", () => {
  let s3: S3Server;
  beforeAll(async () => {
    s3 = await startS3Server();
  });
  afterAll(() => s3.close());
  beforeEach(() => {
    delete process.env["SVC_ARCHIVE_DIR"];
    Object.assign(process.env, archiveVariables(s3, "audit/"), { SVC_DATA_DIR: scene.directory });
    resetShared();
  });
  afterEach(() => {
    for (const name of [...Object.keys(archiveVariables(s3, "")), "SVC_DATA_DIR"]) delete process.env[name];
    s3.before = () => undefined;
    s3.objects.clear();
  });
  const countGets = () => s3.requests.filter((request) => request.startsWith("GET ")).length;

  test("a reader of the whole log asks the store for many tiles at once, one of a single tile for no more", async () => {
    const log = await digestLog();
    await archiveOldMonths();
    s3.requests.length = 0;
    expect(await digestLog()).toBe(log);
    expect(countGets()).toBe(1 + Math.ceil(767 / 32));
    const sent: number[] = [];
    resetShared();
    s3.before = (request) => void sent.push(request.length);
    expect(await readTileBytes(wholeTile(0))).not.toBeNull();
    expect(sent.length).toBeLessThanOrEqual(1);
  });

  test("while it is away a tile of it is away, and what PostgreSQL has is served", async () => {
    await archiveOldMonths();
    s3.before = () => 503;
    const away = { isAway: true, message: expect.stringContaining("the archive of the audit log") };
    await expect(readTileBytes(wholeTile(700))).rejects.toMatchObject(away);
    expect(await readTileBytes({ level: 2, index: 0, width: 3 })).not.toBeNull();
    s3.before = () => undefined;
    expect(await readTileBytes(wholeTile(700))).not.toBeNull();
  });

  test("a store that goes away while tiles are sent keeps them in PostgreSQL, and gets them the next night", async () => {
    s3.before = (request) => (request.includes("audit-tiles") && request.startsWith("GET") ? 500 : undefined);
    await expect(archiveOldMonths()).rejects.toMatchObject({ isAway: true });
    expect([await listRuns(), (await listStored()).length]).toEqual([[], 772]);
    s3.before = () => undefined;
    await archiveOldMonths();
    expect(await listRuns()).toEqual([{ first: 0, tiles: 768 }]);
    expect([...s3.objects.keys()].filter((name) => name.includes("tiles"))).toHaveLength(1);
  });
});
