import { expect, test } from "vitest";
import { useRecordScenes } from "../../e2e/support/scenes/record-scene";
import { createHolds } from "../../e2e/support/scenes/tenants";
import { RECORD_VERSIONS_MAX } from "../platform/limits";
import { listVersions } from "./queries";

const { database, scene, act, makeRecord } = useRecordScenes();
const holds = createHolds(database);

async function findEntity(): Promise<string> {
  const [room] = await database.query<{ id: string }>("SELECT billing_entity_id AS id FROM rooms WHERE id = $1", [
    scene.roomId,
  ]);
  return room?.id ?? "";
}

test("keeps every version and refuses deletion under a legal hold", async () => {
  const id = await makeRecord();
  await database.query("UPDATE records SET version = $2 WHERE id = $1", [id, RECORD_VERSIONS_MAX + 1]);
  await database.query(
    "INSERT INTO record_versions SELECT $1, n, 'Old', '', now() FROM generate_series(1, $2::int) AS n",
    [id, RECORD_VERSIONS_MAX],
  );
  const entity = await findEntity();
  await holds.place(entity);
  const { save, remove, read } = act(scene.creator, id);
  await save({ content: "new" });
  expect((await listVersions(await read())).at(-1)?.version).toBe(1);
  await expect(remove("Minutes")).rejects.toMatchObject({ code: "forbidden", details: { reason: "legal_hold" } });
  // Simulates a person with a database client, or a save that began before the hold.
  await database.query("DELETE FROM record_versions WHERE record_id = $1", [id]);
  expect((await listVersions(await read())).at(-1)?.version).toBe(1);

  await holds.lift(entity);
  await save({ content: "newer" });
  expect((await listVersions(await read())).at(-1)?.version).toBe(3);
  await remove("Minutes");
  expect(await database.query("SELECT FROM record_versions WHERE record_id = $1", [id])).toEqual([]);
});
