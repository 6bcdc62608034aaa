import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createArchiveScene } from "../../../e2e/support/scenes/archive-scene";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { resetShared } from "../../../e2e/support/scenes/shared-state";
import { hear, kill, startKillable } from "../../../e2e/support/servers/child-process";
import { archiveVariables, type S3Server, startS3Server } from "../../../e2e/support/servers/s3-server";
import { sha256 } from "../../platform/crypto";
import { readTileBytes } from "../proof/read-log";
import type { TileStep } from "./archive-tiles";

const database = useTestDatabase();
const scene = createArchiveScene(database);
const TILES = 256;

let s3: S3Server;
let log = "";
beforeAll(async () => {
  s3 = await startS3Server();
  await scene.pad(TILES * 256 + 300);
  log = await digestLog();
  await database.query("CREATE TABLE kept_audit_tiles AS SELECT * FROM audit_tiles");
});
afterAll(() => s3.close());
beforeEach(async () => {
  s3.objects.clear();
  s3.before = () => undefined;
  await database.query("TRUNCATE audit_tile_archives, audit_tiles");
  await database.query("INSERT INTO audit_tiles SELECT * FROM kept_audit_tiles");
  await scene.open();
});
afterEach(async () => {
  for (const name of [...Object.keys(archiveVariables(s3, "")), "SVC_DATA_DIR"]) delete process.env[name];
  await scene.close();
  resetShared();
});

const listFolder = (...path: string[]) => readdir(join(scene.directory, ...path)).catch((): string[] => []);
const STORES = {
  "a folder": { variables: () => ({ SVC_ARCHIVE_DIR: scene.directory }), list: () => listFolder() },
  "a bucket": {
    variables: () => ({ ...archiveVariables(s3, "audit/log/"), SVC_DATA_DIR: scene.directory }),
    list: async () => [...s3.objects.keys()].concat(await listFolder("audit-archive")),
  },
};

async function digestLog(): Promise<string> {
  const tiles = await Promise.all(
    Array.from({ length: TILES + 1 }, (_, index) => readTileBytes({ level: "entries", index, width: 256 })),
  );
  return sha256(Buffer.concat(tiles.map((tile) => tile ?? Buffer.from("none")))).toString("hex");
}

const countStored = async () => (await database.query("SELECT FROM audit_tiles WHERE level = 0")).length;
/** The lease of a process that was killed ends by itself; nobody waits for that here. */
const endLease = () => database.query("UPDATE audit_archiving SET held_until = now() - interval '1 second'");

describe.each(Object.entries(STORES))("in %s", (_, store) => {
  test.each<[TileStep, { hasLeft: boolean }]>([
    ["tiles announced", { hasLeft: false }],
    ["tiles written", { hasLeft: false }],
    ["tiles verified", { hasLeft: false }],
    ["tiles named", { hasLeft: false }],
    ["tiles entered", { hasLeft: false }],
    ["tiles leaving", { hasLeft: false }],
    ["tiles left", { hasLeft: true }],
  ])("a process that is killed at %s loses no tile, and the next one ends its work", async (step, { hasLeft }) => {
    if (store !== STORES["a folder"]) delete process.env["SVC_ARCHIVE_DIR"];
    Object.assign(process.env, store.variables());
    resetShared();
    await endLease();
    const child = await startKillable("archive", database.url, { ...store.variables(), ARCHIVE_HALT: step });
    await hear(child, step);
    await kill(child);
    expect([await countStored(), await digestLog()]).toEqual([hasLeft ? 2 : TILES + 2, log]);
    await endLease();
    const next = await startKillable("archive", database.url, store.variables());
    await hear(next, "done");
    await kill(next);
    expect([await countStored(), await digestLog()]).toEqual([2, log]);
    expect(await store.list()).toEqual([expect.stringMatching(/audit-tiles-000000000000-[0-9a-f]{16}\.svctiles$/)]);
  });
});
