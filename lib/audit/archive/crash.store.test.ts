import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createArchiveScene, monthBefore } from "../../../e2e/support/scenes/archive-scene";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { IS_NIGHT } from "../../../e2e/support/scenes/night";
import { createWorld } from "../../../e2e/support/scenes/world";
import { hear, kill, startKillable } from "../../../e2e/support/servers/child-process";
import { archiveVariables, type S3Server, startS3Server } from "../../../e2e/support/servers/s3-server";
import { readKeys } from "../proof/read-log";
import type { Step } from "./archive-month";
import { verifyArchive } from "./verify-archive";

const database = useTestDatabase();
const world = createWorld(database);
const scene = createArchiveScene(database);
const MONTH = monthBefore(14);
const ROWS = 2_400;

/** The other steps run in the nightly tests. */
const DAILY_STEPS = ["entered"];

let key = "";
let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server();
  const entities = [await world.billingEntity(), await world.billingEntity(), null];
  await scene.makePartition(MONTH);
  await scene.write(MONTH.from, MONTH.until, ROWS, entities);
  await scene.sign(MONTH.from);
  key = (await readKeys())?.key ?? "";
  for (const table of ["audit_log", "audit_leaves"])
    await database.query(`CREATE TABLE kept_${table} AS SELECT * FROM ${table}`);
});
afterAll(() => s3.close());
beforeEach(async () => {
  s3.objects.clear();
  s3.before = () => undefined;
  await scene.open();
});
afterEach(() => scene.close());

interface Store {
  variables(): Record<string, string>;
  list(): Promise<string[]>;
  fetch(file: string): Promise<string>;
}

const FOLDER: Store = {
  variables: () => ({ SVC_ARCHIVE_DIR: scene.directory }),
  list: () => readdir(scene.directory),
  fetch: (file) => Promise.resolve(join(scene.directory, file)),
};
const BUCKET: Store = {
  variables: () => ({ ...archiveVariables(s3, "audit/log/"), SVC_DATA_DIR: scene.directory }),
  async list() {
    const unfinished = await readdir(join(scene.directory, "audit-archive"));
    return [...s3.objects.keys()].map((name) => name.replace(/^audit\/log\//, "")).concat(unfinished);
  },
  async fetch(file) {
    const path = join(scene.directory, "fetched");
    await writeFile(path, s3.objects.get(`audit/log/${file}`)?.bytes ?? "");
    return path;
  },
};

const startChild = (store: Store, step = "") =>
  startKillable("archive", database.url, { ...store.variables(), ARCHIVE_HALT: step });

/** Ending the lease by hand saves waiting two minutes. */
const endLease = () => database.query("UPDATE audit_archiving SET held_until = now() - interval '1 second'");
const listEntered = () =>
  database.query<{ file: string; left: boolean }>(
    "SELECT file, left_at IS NOT NULL AS left FROM audit_archives WHERE archived_at IS NOT NULL",
  );

async function startOver(): Promise<void> {
  if (!(await scene.isInDatabase(MONTH))) await scene.makePartition(MONTH);
  await database.query("UPDATE audit_archiving SET holder = NULL, held_until = NULL");
  await database.query("TRUNCATE audit_archives, audit_archive_areas, audit_log, audit_leaves");
  for (const table of ["audit_log", "audit_leaves"])
    await database.query(`INSERT INTO ${table} SELECT * FROM kept_${table}`);
}

async function expectArchived(store: Store): Promise<void> {
  await endLease();
  const next = await startChild(store);
  await hear(next, "done");
  await kill(next);
  const [archive, ...others] = await listEntered();
  expect([archive?.left, others]).toEqual([true, []]);
  expect(await store.list()).toEqual([archive?.file]);
  const report = await verifyArchive(await store.fetch(archive?.file ?? ""), key);
  expect(report).toEqual({ rows: ROWS, unsigned: 0, problems: [] });
  expect([await scene.countRows(MONTH), await scene.isInDatabase(MONTH)]).toEqual([0, false]);
  expect(await database.query("SELECT FROM audit_leaves")).toEqual([]);
}

const STORES: [string, Store][] = [
  ["a folder", FOLDER],
  ["a bucket", BUCKET],
];

describe.each(IS_NIGHT ? STORES : STORES.slice(0, 1))("in %s", (_, store) => {
  const steps: [Step, { isEntered: boolean; hasLeft: boolean }][] = [
    ["announced", { isEntered: false, hasLeft: false }],
    ["written", { isEntered: false, hasLeft: false }],
    ["verified", { isEntered: false, hasLeft: false }],
    ["named", { isEntered: false, hasLeft: false }],
    ["entered", { isEntered: true, hasLeft: false }],
    ["dropping", { isEntered: true, hasLeft: false }],
    ["left", { isEntered: true, hasLeft: true }],
  ];
  test.each(steps.filter(([step]) => IS_NIGHT || DAILY_STEPS.includes(step)))(
    "a process that is killed when a month is %s loses no row, and the next one ends its work",
    async (step, then) => {
      await startOver();
      const child = await startChild(store, step);
      await hear(child, step);
      await kill(child);
      const entered = await listEntered();
      expect(entered.map(({ left }) => left)).toEqual(then.isEntered ? [then.hasLeft] : []);
      expect(await scene.countRows(MONTH)).toBe(then.hasLeft ? 0 : ROWS);
      await expectArchived(store);
    },
  );
});

if (IS_NIGHT)
  test.each(["PUT", "HEAD", "GET"])(
    "a process that is killed while it waits for the %s of a bucket",
    async (method) => {
      await startOver();
      const asked = new Promise<void>((resolve) => {
        s3.before = (request) => {
          if (!request.startsWith(`${method} audit/log/`)) return undefined;
          resolve();
          return new Promise(() => undefined);
        };
      });
      const child = await startChild(BUCKET);
      await asked;
      await kill(child);
      s3.before = () => undefined;
      expect([await listEntered(), await scene.countRows(MONTH)]).toEqual([[], ROWS]);
      await expectArchived(BUCKET);
    },
  );

if (IS_NIGHT)
  test.each<[string, Store, string]>([
    ["a folder", FOLDER, ""],
    ["a bucket", BUCKET, "audit-archive"],
  ])(
    "what a killed process has left beside %s goes, also when another machine has forgotten it",
    async (_, store, place) => {
      await startOver();
      const [file, foreign] = [`audit-2025-01-${"0".repeat(16)}.svcaudit`, `audit-of-2025.svcaudit.part`];
      const folder = join(scene.directory, place);
      await mkdir(folder, { recursive: true });
      for (const name of [`${file}.part`, `${file}.part.hashes`, `${file}.hashes`, foreign])
        await writeFile(join(folder, name), "half");
      const child = await startChild(store);
      await hear(child, "done");
      await kill(child);
      const [archive] = await listEntered();
      expect(new Set(await store.list())).toEqual(new Set([archive?.file, foreign]));
    },
  );

if (IS_NIGHT)
  test("a file that was changed after a process was killed is written again while PostgreSQL has the rows", async () => {
    await startOver();
    const child = await startChild(FOLDER, "entered");
    await hear(child, "entered");
    await kill(child);
    const [before] = await listEntered();
    await writeFile(join(scene.directory, before?.file ?? ""), "something else");
    for (let night = 0; night < 2; night += 1) {
      await endLease();
      const next = await startChild(FOLDER);
      await hear(next, "done");
      await kill(next);
    }
    const [after] = await listEntered();
    expect([after?.left, after?.file === before?.file]).toEqual([true, false]);
    expect(await readdir(scene.directory)).toEqual([after?.file]);
  });
