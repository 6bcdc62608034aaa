import { describe, expect, it } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { createWorld } from "../../e2e/support/scenes/world";
import { openAsPerson } from "../access/open-as-person";
import { openRoom } from "../access/open-room";
import { newId } from "../platform/ids";
import { openDirectRoom } from "./open-direct-room";
import { listColleagues, listWorkspaceRooms, readWorkspaceRoom } from "./queries";

const database = useTestDatabase();
const world = createWorld(database);

async function makeColleagues() {
  const [acme, ann, ben] = await Promise.all([
    world.organization(),
    world.user({ name: "Ann" }),
    world.user({ name: "Ben" }),
  ]);
  for (const { id } of [ann, ben]) await world.join(acme.id, id);
  return { acme, ann, ben };
}

describe("rooms of direct messages", () => {
  it("exist once for each pair, from either side and under concurrency", async () => {
    const { acme, ann, ben } = await makeColleagues();
    const opened = await Promise.all(
      Array.from({ length: 8 }, (_, n) => (n % 2 ? openDirectRoom(ann.id, ben.id) : openDirectRoom(ben.id, ann.id))),
    );
    expect(new Set(opened).size).toBe(1);
    const rooms = await database.query(
      "SELECT r.room_type, r.organization_id, m.role, m.user_id FROM rooms r JOIN room_members m ON m.room_id = r.id WHERE r.id = $1 ORDER BY m.user_id",
      [opened[0]],
    );
    const seat = { room_type: 1, organization_id: acme.id, role: 20 };
    expect(rooms).toEqual([ann.id, ben.id].sort().map((id) => ({ ...seat, user_id: id })));
    await expect(openAsPerson(ann.id, { roomId: opened[0] ?? "" }, openRoom)).resolves.toMatchObject({ role: 20 });
  });

  it("are named after the other person", async () => {
    const { ann, ben } = await makeColleagues();
    const roomId = await openDirectRoom(ann.id, ben.id);
    const nameFor = async (userId: string) =>
      (await readWorkspaceRoom(userId, await openAsPerson(userId, { roomId }, openRoom)))?.name;
    expect([await nameFor(ann.id), await nameFor(ben.id)]).toEqual(["Ben", "Ann"]);
  });

  it("need a shared organization and do not reveal other people", async () => {
    const { acme, ann } = await makeColleagues();
    const { ben: stranger } = await makeColleagues();
    for (const id of [stranger.id, ann.id, newId("usr"), "usr_'; --"])
      await expect(openDirectRoom(ann.id, id)).rejects.toMatchObject({ code: "not_found" });
    expect((await listColleagues(ann.id, "")).map(({ name }) => name)).toEqual(["Ben"]);
    await database.query("UPDATE organizations SET is_active = false WHERE id = $1", [acme.id]);
    expect(await listColleagues(ann.id, "")).toEqual([]);
  });

  it("let a guest message only people in the same room", async () => {
    const { acme, ann, ben } = await makeColleagues();
    const guest = await world.user({ name: "Gus" });
    await world.join(acme.id, guest.id, 10);
    expect(await listColleagues(guest.id, "")).toEqual([]);
    await expect(openDirectRoom(guest.id, ben.id)).rejects.toMatchObject({ code: "not_found" });
    const shared = await world.room({ organizationId: acme.id, billingEntityId: acme.billingEntityId });
    for (const { id } of [guest, ben]) await world.enter(shared.id, id, 10);
    expect((await listColleagues(guest.id, "")).map(({ name }) => name)).toEqual(["Ben"]);
    expect(await openDirectRoom(guest.id, ann.id).catch(() => "nobody")).toBe("nobody");
    const roomId = await openDirectRoom(ann.id, guest.id);
    expect(await openDirectRoom(guest.id, ann.id)).toBe(roomId);
  });

  it("end with the shared organization; another shared one starts a new room", async () => {
    const { acme, ann, ben } = await makeColleagues();
    const first = await openDirectRoom(ann.id, ben.id);
    await database.query("DELETE FROM organization_memberships WHERE organization_id = $1 AND user_id = $2", [
      acme.id,
      ben.id,
    ]);
    await expect(openDirectRoom(ann.id, ben.id)).rejects.toMatchObject({ code: "not_found" });
    expect(await listWorkspaceRooms(ben.id)).toEqual([]);
    const globex = await world.organization();
    for (const { id } of [ann, ben]) await world.join(globex.id, id);
    const second = await openDirectRoom(ben.id, ann.id);
    expect(second).not.toBe(first);
    expect(await openDirectRoom(ann.id, ben.id)).toBe(second);
  });

  it("are found by name and address in any case, without patterns", async () => {
    const { ann, ben } = await makeColleagues();
    const search = async (text: string) => (await listColleagues(ann.id, text)).map(({ id }) => id);
    expect(await search(" BEN ")).toEqual([ben.id]);
    expect(await search(ben.email.toUpperCase())).toEqual([ben.id]);
    expect(await search("%")).toEqual([]);
  });
});

describe("rooms of the workspace", () => {
  it("include personal rooms and rooms with a seat in the person's organizations", async () => {
    const { acme, ann, ben } = await makeColleagues();
    const make = (options: Parameters<typeof world.room>[0]) => world.room(options);
    const shared = await make({ organizationId: acme.id, billingEntityId: acme.billingEntityId, name: "Shared" });
    await make({ organizationId: acme.id, billingEntityId: acme.billingEntityId, name: "Without a seat" });
    const own = await make({ billingEntityId: ann.billingEntityId, name: "Own" });
    for (const { id } of [shared, own]) await world.enter(id, ann.id);
    await world.enter(shared.id, ben.id);
    const namesOf = async (userId: string) => (await listWorkspaceRooms(userId)).map(({ name }) => name).sort();
    expect(await namesOf(ann.id)).toEqual(["Own", "Shared"]);
    expect(await namesOf(ben.id)).toEqual(["Shared"]);
    await database.query("DELETE FROM organization_memberships WHERE user_id = $1", [ann.id]);
    expect(await namesOf(ann.id)).toEqual(["Own"]);
  });
});
