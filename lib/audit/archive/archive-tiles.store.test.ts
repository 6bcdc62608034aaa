import { readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createArchiveScene } from "../../../e2e/support/scenes/archive-scene";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { resetShared } from "../../../e2e/support/scenes/shared-state";
import { readTileBytes } from "../proof/read-log";
import { archiveOldMonths } from "./archive-log";
import { readArchiveState } from "./read-state";

const database = useTestDatabase();
const scene = createArchiveScene(database);
const [WIDTH, GROUP_TILES] = [256, 256];
/** One group that can leave, and a right edge that stays. */
const SIZE = GROUP_TILES * WIDTH + 300;

beforeAll(() => scene.pad(SIZE));
beforeEach(async () => {
  await database.query("UPDATE audit_archiving SET holder = NULL, held_until = NULL, error = NULL, failed_at = NULL");
  await scene.open();
  resetShared();
});
afterEach(() => scene.close());

const readTiles = (...indexes: number[]) =>
  Promise.all(
    indexes.flatMap((index) =>
      (["entries", 0] as const).map((level) =>
        readTileBytes({ level, index, width: index === GROUP_TILES ? 44 : WIDTH }),
      ),
    ),
  );
const countStored = async () => (await database.query("SELECT FROM audit_tiles WHERE level = 0")).length;

/** A second change takes the first one back. */
const changeTile = () =>
  database.query(
    "UPDATE audit_tiles SET data = set_byte(data, 9, get_byte(data, 9) # 1) WHERE level = 0 AND index = 200",
  );

test("a changed tile never leaves, and a process that has lost its lease enters nothing", async () => {
  await archiveOldMonths(async (step) => {
    if (step === "tiles named") await database.query("UPDATE audit_archiving SET holder = 'another'");
  });
  expect([await countStored(), await readdir(scene.directory)]).toEqual([GROUP_TILES + 2, []]);
  await database.query("UPDATE audit_archiving SET holder = NULL, held_until = NULL");
  await changeTile();
  await expect(archiveOldMonths()).rejects.toThrow("Tile 200 is not the one that was signed.");
  expect(await countStored()).toBe(GROUP_TILES + 2);
  await changeTile();
});

test("tiles leave, the public log goes on as before, and a file that goes missing is named", async () => {
  const tiles = await readTiles(0, 100, GROUP_TILES - 1, GROUP_TILES);
  await archiveOldMonths();
  expect([await countStored(), await readdir(scene.directory)]).toEqual([2, [expect.stringMatching(/\.svctiles$/)]]);
  const [file = ""] = await readdir(scene.directory);
  const path = join(scene.directory, file);
  await rename(path, `${path}.away`);
  await expect(readTileBytes({ level: 0, index: 0, width: WIDTH })).rejects.toThrow(file);
  expect(await readArchiveState()).toMatchObject({ missing: [file] });
  await rename(`${path}.away`, path);
  expect(await readTiles(0, 100, GROUP_TILES - 1, GROUP_TILES)).toEqual(tiles);
});
