import { expect, test } from "vitest";
import { askEndpoint, bearer, errorOf, outcome } from "../../e2e/support/scenes/ask-endpoint";
import { useEndpointScenes } from "../../e2e/support/scenes/endpoint-scene";
import { readRoom, updateRoom } from "./endpoints";

const { database, world, createScene } = useEndpointScenes();

async function readName(roomId = "") {
  const [room] = await database.query<{ name: string }>("SELECT name FROM rooms WHERE id = $1", [roomId]);
  return room?.name;
}

test("lets a manager rename the room, with one audit row for one request", async () => {
  const { token, params } = await createScene();
  await database.query("UPDATE rooms SET updated_at = '2026-01-01' WHERE id = $1", [params["roomId"]]);
  const headers = { ...bearer(token), "x-request-id": "rename-1", "idempotency-key": "rename" };
  const body = { name: "  Quarterly planning " };
  const renamed = await askEndpoint(updateRoom, params, headers, { body });
  expect(outcome(renamed)).toEqual([200, "ok"]);
  const room = JSON.parse(renamed.body ?? "") as { updatedAt: string };
  expect(room).toMatchObject({ id: params["roomId"], name: "Quarterly planning", roomType: 0 });
  expect(room.updatedAt > "2026-01-02").toBe(true);
  const read = await askEndpoint(readRoom, params, bearer(token));
  expect(JSON.parse(read.body ?? "")).toEqual(room);
  const replay = await askEndpoint(updateRoom, params, headers, { body });
  expect([replay.body, replay.headers["idempotent-replayed"]]).toEqual([renamed.body, "true"]);
  const rows = await database.query(
    "SELECT surface, route, units_cost FROM audit_log WHERE request_id = 'rename-1' OR resource_id = $1 ORDER BY id",
    [params["roomId"]],
  );
  expect(rows).toEqual([
    { surface: "v1", route: "/v1/rooms/{roomId}", units_cost: 3 },
    { surface: "v1", route: "/v1/rooms/{roomId}", units_cost: 0 },
  ]);
});

test("refuses a member, also when the role was lost after the room was opened", async () => {
  const { token, params } = await createScene({ role: 20 });
  const before = await readName(params["roomId"]);
  const refused = await askEndpoint(updateRoom, params, bearer(token));
  expect(outcome(refused)).toEqual([403, "forbidden"]);
  expect(errorOf(refused).message).toBe("Only managers and owners of the room can change its settings.");
  expect(errorOf(refused).details).toEqual({ reason: "managers_only" });
  expect(refused.headers["svc-api-units-cost"]).toBeUndefined();
  expect(await readName(params["roomId"])).toBe(before);
});

test("requires the role of the change for a replay", async () => {
  const { token, params, userId } = await createScene();
  const headers = { ...bearer(token), "idempotency-key": "rename" };
  expect(outcome(await askEndpoint(updateRoom, params, headers))).toEqual([200, "ok"]);
  await database.query("UPDATE room_members SET role = 20 WHERE user_id = $1", [userId]);
  expect(outcome(await askEndpoint(updateRoom, params, headers))).toEqual([403, "forbidden"]);
});

test.each([
  {},
  { name: "" },
  { name: " \t " },
  { name: "a\nb" },
  { name: "a\tb" },
  { name: "x".repeat(101) },
  { name: 1 },
])("rejects %j", async (body) => {
  const { token, params } = await createScene();
  const refused = await askEndpoint(updateRoom, params, bearer(token), { body });
  expect(outcome(refused)).toEqual([400, "validation_error"]);
  expect(errorOf(refused).details).toMatchObject({ issues: [{ path: "name" }] });
  expect(JSON.stringify(errorOf(refused))).not.toContain("name_");
});

test("returns 404 to someone who left and to another organization", async () => {
  const [scene, stranger] = [await createScene(), await createScene()];
  const before = await readName(scene.params["roomId"]);
  await database.query("DELETE FROM room_members WHERE user_id = $1", [scene.userId]);
  for (const token of [scene.token, stranger.token])
    for (const endpoint of [readRoom, updateRoom])
      expect(outcome(await askEndpoint(endpoint, scene.params, bearer(token)))).toEqual([404, "room_not_found"]);
  expect(await readName(scene.params["roomId"])).toBe(before);
  const direct = await world.room({ billingEntityId: scene.billingEntityId, roomType: 1 });
  await world.enter(direct.id, stranger.userId);
  const params = { roomId: direct.id };
  expect(outcome(await askEndpoint(updateRoom, params, bearer(stranger.token)))).toEqual([404, "room_not_found"]);
});
