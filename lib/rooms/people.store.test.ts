import { expect, it } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { createWorld } from "../../e2e/support/scenes/world";
import { listRoomPeople } from "./queries";

const database = useTestDatabase();
const world = createWorld(database);
const DIRECT = 1;

async function makeRoom(names: readonly string[], roomType = 0) {
  const acme = await world.organization({ seats: 20 });
  const room = await world.room({ organizationId: acme.id, billingEntityId: acme.billingEntityId, roomType });
  const people: string[] = [];
  for (const name of names) {
    const { id } = await world.user({ name });
    await world.join(acme.id, id);
    await world.enter(room.id, id, people.length === 0 ? 40 : 10);
    people.push(id);
  }
  return { acme, roomId: room.id, people, reader: people[0] ?? "" };
}

it("names the first others and counts the rest, also for a guest", async () => {
  const { roomId, reader, people } = await makeRoom(["Ann", "Ben", "Cora", "Dan", "Eve", "Finn"]);
  const read = async (userId: string) => (await listRoomPeople(userId, [roomId])).get(roomId);
  expect(await read(reader)).toEqual({ names: ["Ben", "Cora", "Dan"], more: 2, isBounded: false });
  expect(await read(people[5] ?? "")).toEqual({ names: ["Ann", "Ben", "Cora"], more: 2, isBounded: false });
});

it("names no others in a personal room and both in a room of two", async () => {
  const [own, pair] = [await makeRoom(["Ann"]), await makeRoom(["Ann", "Ben"])];
  expect((await listRoomPeople(own.reader, [own.roomId])).get(own.roomId)).toMatchObject({ names: [], more: 0 });
  expect((await listRoomPeople(pair.reader, [pair.roomId])).get(pair.roomId)).toMatchObject({
    names: ["Ben"],
    more: 0,
  });
});

it("reads at most a hundred seats of a room and says so", async () => {
  const { roomId, reader } = await makeRoom(["Ann", "Ben", "Cora", "Dan"]);
  await database.query(
    `WITH entities AS (
       INSERT INTO billing_entities (id, kind, plan, created_at)
       SELECT 'bil_7' || lpad(n::text, 25, '0'), 'INDIVIDUAL', 'STANDARD', now() FROM generate_series(1, 300) n RETURNING id
     ), people AS (
       INSERT INTO users (id, email, name, billing_entity_id, created_at)
       SELECT 'usr_7' || right(id, 25), right(id, 25) || '@example.test', 'Many', id, now() FROM entities RETURNING id)
     INSERT INTO room_members (id, room_id, user_id, role, created_at)
     SELECT 'mem_7' || right(id, 25), $1, id, 20, now() FROM people`,
    [roomId],
  );
  expect((await listRoomPeople(reader, [roomId])).get(roomId)).toMatchObject({ more: 96, isBounded: true });
});

it("returns nothing for foreign rooms, direct messages and unknown ids", async () => {
  const [mine, foreign] = [await makeRoom(["Ann", "Ben"]), await makeRoom(["Zoe", "Yan"])];
  const direct = await makeRoom(["Ann", "Ben"], DIRECT);
  await world.enter(direct.roomId, mine.reader);
  const asked = [mine.roomId, foreign.roomId, direct.roomId, "room_none", "'"];
  expect([...(await listRoomPeople(mine.reader, asked)).keys()]).toEqual([mine.roomId]);
  expect([...(await listRoomPeople(direct.reader, asked)).keys()]).toEqual([]);
  expect((await listRoomPeople(mine.reader, [])).size).toBe(0);
  await world.join(foreign.acme.id, mine.reader);
  await database.query("DELETE FROM organization_memberships WHERE organization_id = $1 AND user_id = $2", [
    mine.acme.id,
    mine.reader,
  ]);
  expect((await listRoomPeople(mine.reader, asked)).size).toBe(0);
});
