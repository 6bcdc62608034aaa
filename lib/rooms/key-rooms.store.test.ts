import { expect, it } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { createWorld } from "../../e2e/support/scenes/world";
import { openOwners } from "../access/open-owner";
import { readKeyRooms } from "./queries";

const world = createWorld(useTestDatabase());
const DIRECT = 1;
const MANAGER = 30;
const OWNER = 40;

async function read(userId: string, ownerId: string) {
  const access = (await openOwners(userId)).find(({ owner }) => owner.id === ownerId);
  if (!access) throw new Error("This person issues no keys there.");
  const { newest, total } = await readKeyRooms(access);
  return [newest.map(({ name }) => name), total];
}

it("names the newest rooms of an organization, without direct messages, and counts all", async () => {
  const acme = await world.organization();
  const { id } = await world.user();
  await world.join(acme.id, id, MANAGER);
  const place = { organizationId: acme.id, billingEntityId: acme.billingEntityId };
  for (let n = 1; n <= 8; n++) await world.room({ ...place, name: `Room ${n}` });
  await world.room({ ...place, name: "Direct", roomType: DIRECT });
  const newest = ["Room 8", "Room 7", "Room 6", "Room 5", "Room 4", "Room 3"];
  expect(await read(id, acme.id)).toEqual([newest, 8]);
});

it("shows a person only their personal rooms", async () => {
  const acme = await world.organization();
  const person = await world.user();
  await world.join(acme.id, person.id, OWNER);
  const general = await world.room({ organizationId: acme.id, billingEntityId: acme.billingEntityId });
  await world.enter(general.id, person.id, OWNER);
  expect(await read(person.id, person.id)).toEqual([[], 0]);
  const diary = await world.room({ organizationId: null, billingEntityId: person.billingEntityId, name: "Diary" });
  await world.enter(diary.id, person.id, OWNER);
  expect(await read(person.id, person.id)).toEqual([["Diary"], 1]);
});
