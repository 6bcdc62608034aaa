import { expect, test } from "vitest";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { createWorld } from "../../../e2e/support/scenes/world";
import { openDemoReceiver } from "../../../scripts/start/demo-receiver.mjs";
import { newId } from "../../platform/ids";

const database = useTestDatabase();
const world = createWorld(database);

test("leads the demo's webhooks to its receiver at each start, and leaves addresses of people alone", async () => {
  const { billingEntityId } = await world.user();
  const room = await world.room({ billingEntityId });
  const add = async (url: string) => {
    const id = newId("wh");
    await database.query(
      `INSERT INTO webhooks (id, room_id, name, url, events, api_version, created_at, updated_at)
       VALUES ($1, $2, 'Tracker', $3, '{message.created}', '2026-06-09', now(), now())`,
      [id, room.id, url],
    );
    return id;
  };
  const kept = ["http://127.0.0.1:4010/mine", "http://127.0.0.1:4011/v2", "https://hooks.example.com/demo-receiver/v2"];
  const own = await Promise.all(["v1", "v2", "inactive"].map((path) => add(`http://127.0.0.1:4010/${path}`)));
  const others = await Promise.all(kept.map(add));
  const unnamed = await add("http://127.0.0.1:4010/v2");
  const readUrls = async (ids: readonly string[]) => {
    const rows = await database.query<{ id: string; url: string }>("SELECT id, url FROM webhooks WHERE id = ANY($1)", [
      ids,
    ]);
    return ids.map((id) => rows.find((row) => row.id === id)?.url);
  };
  for (const _start of [1, 2]) {
    const receiver = await openDemoReceiver({ webhookIds: [...own, ...others], databaseUrl: database.url });
    try {
      expect(await readUrls(own)).toEqual(["v1", "v2", "inactive"].map((path) => `${receiver.url}/${path}`));
      expect(await readUrls([...others, unnamed])).toEqual([...kept, "http://127.0.0.1:4010/v2"]);
    } finally {
      await receiver.close();
    }
  }
});
