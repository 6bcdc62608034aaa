import { describe, expect, it } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { createWorld } from "../../e2e/support/scenes/world";
import { authenticateToken } from "../access/credentials/authenticate-token";
import { openAsPerson } from "../access/open-as-person";
import { openRoom, openRoomToWrite } from "../access/open-room";
import { createTask } from "../tasks/create";
import { writeAsPerson } from "../usage/write-as-person";
import { addMember } from "./add-member";
import { changeMemberRole, removeMember } from "./change-member";
import { createRoom } from "./create";
import {
  countPeople,
  findPerson,
  listCandidates,
  listPeople,
  listPeopleOfPlace,
  listPlaces,
  readWorkspaceRoom,
} from "./queries";
import { renameRoom } from "./update";

const database = useTestDatabase();
const world = createWorld(database);
const DIRECT = 1;

type Verb<Input> = (
  tx: Parameters<typeof addMember>[0],
  access: Parameters<typeof addMember>[1],
  actorId: string,
  input: Input,
) => Promise<unknown>;

function act<Input>(verb: Verb<Input>, actor: { id: string }, roomId: string, input: Input) {
  return writeAsPerson(actor.id, { roomId }, openRoom, (tx, access) => verb(tx, access, actor.id, input));
}

async function makeRoom(roles: readonly (number | null)[], options: { roomType?: number } = {}) {
  const acme = await world.organization({ seats: 20 });
  const room = await world.room({ organizationId: acme.id, billingEntityId: acme.billingEntityId, ...options });
  const people = await Promise.all(roles.map(() => world.user()));
  for (const [n, person] of people.entries()) {
    const role = roles[n];
    await world.join(acme.id, person.id, 20);
    if (role !== null) await world.enter(room.id, person.id, role);
  }
  const at = (n: number) => people[n] ?? { id: "usr_none", email: "", billingEntityId: "" };
  return { acme, roomId: room.id, people: at };
}

function readSeats(roomId: string) {
  return database.query<{ id: string; role: number | null }>(
    "SELECT user_id AS id, role FROM room_members WHERE room_id = $1 ORDER BY role DESC, id",
    [roomId],
  );
}

function readEvents(roomId: string) {
  return database.query<{ type: string; data: unknown; objectType: string }>(
    `SELECT type, v1_data AS data, object_type AS "objectType" FROM events WHERE room_id = $1`,
    [roomId],
  );
}

const reason = (message: string) => ({ details: { issues: [expect.objectContaining({ message })] } });

describe("add a person to a room", () => {
  it("creates a seat and records the event with its v1 data", async () => {
    const { roomId, people } = await makeRoom([30, null]);
    expect(await act(addMember, people(0), roomId, { userId: people(1).id, role: 20 })).toBe(true);
    expect(await readEvents(roomId)).toEqual([
      { type: "room.member.added", objectType: "room", data: { roomId, userId: people(1).id } },
    ]);
    await expect(openAsPerson(people(1).id, { roomId }, openRoom)).resolves.toMatchObject({ role: 20 });
  });

  it("adds one membership with the first role and one event for twenty requests at once", async () => {
    const { roomId, people } = await makeRoom([40, 30, null]);
    const added = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        act(addMember, people(n % 2), roomId, { userId: people(2).id, role: n % 2 ? 10 : 20 }),
      ),
    );
    expect(added.filter(Boolean)).toHaveLength(1);
    expect(await readSeats(roomId)).toHaveLength(3);
    expect(await readEvents(roomId)).toHaveLength(1);
    expect(await act(addMember, people(0), roomId, { userId: people(2).id, role: 40 })).toBe(false);
    expect((await findPerson(await openAsPerson(people(0).id, { roomId }, openRoom), people(2).id))?.role).not.toBe(40);
  });

  it("requires a manager, a role up to theirs and a person of the organization", async () => {
    const { acme, roomId, people } = await makeRoom([30, 20, 10, null]);
    const stranger = await world.user();
    const add = (n: number, userId: string, role = 20) => act(addMember, people(n), roomId, { userId, role });
    await expect(add(1, people(3).id)).rejects.toMatchObject({ code: "forbidden", ...reason("managers_only") });
    await expect(add(2, people(3).id)).rejects.toMatchObject(reason("managers_only"));
    await expect(add(0, people(3).id, 40)).rejects.toMatchObject(reason("above_own_role"));
    await expect(add(0, people(3).id, 25)).rejects.toMatchObject(reason("role_unknown"));
    for (const userId of [stranger.id, "usr_none", "", "\u0000"])
      await expect(add(0, userId)).rejects.toMatchObject(reason("person_unknown"));
    await expect(act(addMember, stranger, roomId, { userId: stranger.id, role: 40 })).rejects.toMatchObject({
      code: "room_not_found",
    });
    await database.query("UPDATE organization_memberships SET role = 10 WHERE user_id = $1", [people(0).id]);
    await expect(add(0, people(3).id)).rejects.toMatchObject(reason("guest_of_organization"));
    const access = await openAsPerson(people(0).id, { roomId }, openRoom);
    expect(await listCandidates(access, people(0).id)).toEqual([]);
    await database.query("UPDATE organization_memberships SET role = 20 WHERE organization_id = $1", [acme.id]);
    expect(await listCandidates(access, people(0).id)).toMatchObject([{ userId: people(3).id }]);
    expect(await readEvents(roomId)).toEqual([]);
  });

  it("refuses personal rooms and direct messages", async () => {
    const owner = await world.user();
    const own = await world.room({ billingEntityId: owner.billingEntityId });
    await world.enter(own.id, owner.id, 40);
    await expect(act(addMember, owner, own.id, { userId: (await world.user()).id, role: 20 })).rejects.toMatchObject(
      reason("personal_room"),
    );
    const { roomId, people } = await makeRoom([40, 40, null], { roomType: DIRECT });
    await expect(act(addMember, people(0), roomId, { userId: people(2).id, role: 20 })).rejects.toMatchObject(
      reason("direct_room"),
    );
    await expect(act(removeMember, people(0), roomId, { userId: people(1).id })).rejects.toMatchObject(
      reason("direct_room"),
    );
    await expect(act(renameRoom, people(0), roomId, "Other")).rejects.toMatchObject(reason("direct_room"));
  });
});

describe("change a role and remove a member", () => {
  it("clears the assignee of tasks in this room alone", async () => {
    const { roomId, people } = await makeRoom([40, 20]);
    const other = await makeRoom([40, 20]);
    await world.enter(other.roomId, people(1).id);
    for (const room of [roomId, other.roomId]) await world.board(room);
    const assignTask = (room: string, n: number, owner: { id: string }) =>
      writeAsPerson(owner.id, { roomId: room }, openRoomToWrite, (tx, access) =>
        createTask(tx, access, owner.id, { title: "Task", assigneeId: people(n).id }),
      );
    const ended = await assignTask(roomId, 1, people(0));
    const kept = [await assignTask(roomId, 0, people(0)), await assignTask(other.roomId, 1, other.people(0))];
    await act(removeMember, people(0), roomId, { userId: people(1).id });
    const assigned = await database.query<{ id: string }>(
      "SELECT id FROM tasks WHERE assignee_id IS NOT NULL AND id = ANY($1) ORDER BY id",
      [[ended, ...kept].map(({ id }) => id)],
    );
    expect(assigned.map(({ id }) => id)).toEqual(kept.map(({ id }) => id).sort());
  });

  it("keeps one of two owners who remove each other", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { roomId, people } = await makeRoom([40, 40, 20]);
      const results = await Promise.allSettled([
        act(removeMember, people(0), roomId, { userId: people(1).id }),
        act(removeMember, people(1), roomId, { userId: people(0).id }),
      ]);
      expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect((await readSeats(roomId)).filter(({ role }) => role === 40)).toHaveLength(1);
    }
  });

  it("keeps one owner when all leave or step down at once", async () => {
    const { roomId, people } = await makeRoom([40, 40, 40, 40, 20]);
    const results = await Promise.allSettled(
      [0, 1, 2, 3].map((n) =>
        n % 2
          ? act(removeMember, people(n), roomId, { userId: people(n).id })
          : act(changeMemberRole, people(n), roomId, { userId: people(n).id, role: 20 }),
      ),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    const [refused] = results.filter((result) => result.status === "rejected");
    expect(refused?.reason).toMatchObject(reason("last_owner"));
    expect((await readSeats(roomId)).filter(({ role }) => role === 40)).toHaveLength(1);
  });

  it("stops managers from changing owners and anyone from raising themselves", async () => {
    const { roomId, people } = await makeRoom([40, 30, 20]);
    const change = (n: number, target: number, role: number) =>
      act(changeMemberRole, people(n), roomId, { userId: people(target).id, role });
    await expect(change(1, 0, 10)).rejects.toMatchObject(reason("above_own_role"));
    await expect(change(1, 2, 40)).rejects.toMatchObject(reason("above_own_role"));
    await expect(change(1, 1, 40)).rejects.toMatchObject(reason("above_own_role"));
    await expect(change(2, 2, 30)).rejects.toMatchObject(reason("above_own_role"));
    await change(1, 2, 30);
    await change(0, 1, 10);
    expect((await readSeats(roomId)).map(({ role }) => role)).toEqual([40, 30, 10]);
    await expect(act(removeMember, people(1), roomId, { userId: people(2).id })).rejects.toMatchObject(
      reason("managers_only"),
    );
  });

  it("ends access at once for the person and their token", async () => {
    const { acme, roomId, people } = await makeRoom([40, 20]);
    const { token } = await world.accessToken({ userId: people(1).id, billingEntityId: acme.billingEntityId });
    const openByToken = async () => {
      const caller = await authenticateToken(token, "api");
      if (!caller) throw new Error("The token is not known.");
      return openRoom(caller, { roomId });
    };
    await openByToken();
    await act(removeMember, people(0), roomId, { userId: people(1).id });
    await expect(openByToken()).rejects.toMatchObject({ code: "room_not_found" });
    await expect(openAsPerson(people(1).id, { roomId }, openRoom)).rejects.toMatchObject({ code: "room_not_found" });
    await expect(act(removeMember, people(0), roomId, { userId: people(1).id })).rejects.toMatchObject(
      reason("member_gone"),
    );
    const access = await openAsPerson(people(0).id, { roomId }, openRoom);
    expect(await listPeople(access)).toMatchObject([{ userId: people(0).id }]);
    expect(await countPeople(access)).toEqual({ total: 1, owners: 1 });
  });

  it("finds people by part of a name and takes % and _ literally", async () => {
    const { roomId, people } = await makeRoom([40, 20]);
    await database.query("UPDATE users SET name = '100%_sure' WHERE id = $1", [people(1).id]);
    const access = await openAsPerson(people(0).id, { roomId }, openRoom);
    const find = async (text: string) => (await listPeople(access, text)).map(({ userId }) => userId);
    expect(await find("%_S")).toEqual([people(1).id]);
    expect(await find(people(0).email)).toEqual([people(0).id]);
    expect(await find("\\")).toEqual([]);
    expect(await find("\u0000")).toHaveLength(2);
  });
});

describe("create a room", () => {
  const facts = { name: " Launch ", organizationId: null, memberIds: [], boardName: "Tasks" };

  it("creates a personal room with its owner and a board, without an event", async () => {
    const user = await world.user();
    const roomId = await createRoom(user.id, facts);
    const access = await openAsPerson(user.id, { roomId }, openRoom);
    expect(access).toMatchObject({ role: 40, organizationId: null, billingEntityId: user.billingEntityId });
    expect(await readWorkspaceRoom(user.id, access)).toMatchObject({
      name: "Launch",
      isDirect: false,
      organizationName: null,
    });
    expect(await readEvents(roomId)).toEqual([]);
    await writeAsPerson(user.id, { roomId }, openRoom, (tx, room) => createTask(tx, room, user.id, { title: "First" }));
  });

  it("creates a room with members of its organization, all or nothing", async () => {
    const { acme, people } = await makeRoom([20, 20, 20]);
    const foreign = await world.organization();
    const stranger = await world.user();
    const make = (person: { id: string }, more: object) => createRoom(person.id, { ...facts, ...more });
    const inAcme = { organizationId: acme.id };
    const memberIds = [people(1).id, people(2).id, people(1).id, people(0).id];
    const roomId = await make(people(0), { ...inAcme, memberIds });
    expect((await readSeats(roomId)).map(({ role }) => role)).toEqual([40, 20, 20]);
    for (const organizationId of [foreign.id, "org_none", "\u0000"])
      await expect(make(people(0), { organizationId })).rejects.toMatchObject(reason("place_unknown"));
    // The problem belongs to the whole form.
    await expect(make(stranger, inAcme)).rejects.toMatchObject({
      details: { issues: [{ path: "", message: "place_unknown" }] },
    });
    await expect(make(people(0), { ...inAcme, memberIds: [stranger.id] })).rejects.toMatchObject(
      reason("person_unknown"),
    );
    await expect(make(people(0), { memberIds: [people(1).id] })).rejects.toMatchObject(reason("personal_room"));
    await expect(make(people(0), { name: " " })).rejects.toMatchObject(reason("name_missing"));
    await database.query("UPDATE organization_memberships SET role = 10 WHERE user_id = $1", [people(1).id]);
    await expect(make(people(1), inAcme)).rejects.toMatchObject(reason("place_unknown"));
    expect(await listPlaces(people(1).id)).toEqual([]);
    expect(await listPlaces(people(0).id)).toMatchObject([{ organizationId: acme.id }]);
    expect(await listPeopleOfPlace(people(0).id, acme.id)).toHaveLength(2);
    expect(await listPeopleOfPlace(stranger.id, acme.id)).toEqual([]);
    const rooms = await database.query("SELECT 1 FROM rooms WHERE organization_id = $1", [acme.id]);
    expect(rooms).toHaveLength(2);
  });

  it("lets only managers rename it", async () => {
    const { roomId, people } = await makeRoom([30, 20]);
    await act(renameRoom, people(0), roomId, "Autumn");
    await expect(act(renameRoom, people(1), roomId, "Mine")).rejects.toMatchObject({
      details: { reason: "managers_only" },
    });
    await expect(act(renameRoom, people(0), roomId, "x".repeat(101))).rejects.toMatchObject(reason("name_too_long"));
    const access = await openAsPerson(people(1).id, { roomId }, openRoom);
    expect(await readWorkspaceRoom(people(1).id, access)).toMatchObject({ name: "Autumn" });
  });
});
