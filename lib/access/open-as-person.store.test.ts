import { afterEach, describe, expect, it, vi } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { createWorld } from "../../e2e/support/scenes/world";
import { createMessage } from "../messages/create";
import { apiWriteBurstPerMinute } from "../platform/limits";
import { limitBurst } from "../usage/limit-burst";
import { writeAsPerson } from "../usage/write-as-person";
import { finishAsPerson, openAsPerson } from "./open-as-person";
import { openRoom, openRoomToWrite } from "./open-room";
import { GUEST_ROLE } from "./roles";

const database = useTestDatabase();
const world = createWorld(database);
const DIRECT = 1;

async function makeOrganizationRoom(options: { roomType?: number } = {}) {
  const [acme, user] = await Promise.all([world.organization(), world.user()]);
  await world.join(acme.id, user.id);
  const room = await world.room({ organizationId: acme.id, billingEntityId: acme.billingEntityId, ...options });
  return { acme, user, room };
}

describe("a person in the workspace", () => {
  it("opens every room the person sits in, rooms of direct messages included", async () => {
    for (const roomType of [0, DIRECT]) {
      const { user, room, acme } = await makeOrganizationRoom({ roomType });
      await world.enter(room.id, user.id);
      const access = await openAsPerson(user.id, { roomId: room.id }, openRoom);
      expect(access).toMatchObject({ roomId: room.id, organizationId: acme.id, billingEntityId: acme.billingEntityId });
    }
    const user = await world.user();
    const own = await world.room({ billingEntityId: user.billingEntityId });
    await world.enter(own.id, user.id, 40);
    await expect(openAsPerson(user.id, { roomId: own.id }, openRoom)).resolves.toMatchObject({ role: 40 });
  });

  it("returns 404 without a seat, after leaving the organization, and for a missing room", async () => {
    const { acme, user, room } = await makeOrganizationRoom();
    const open = (roomId: string) => openAsPerson(user.id, { roomId }, openRoom);
    await expect(open(room.id)).rejects.toMatchObject({ code: "room_not_found" });
    await world.enter(room.id, user.id);
    await open(room.id);
    await database.query("DELETE FROM organization_memberships WHERE organization_id = $1", [acme.id]);
    await expect(open(room.id)).rejects.toMatchObject({ code: "room_not_found" });
    await expect(open("room_'; --")).rejects.toMatchObject({ code: "room_not_found" });
  });

  it("requires the role of /v1 to write, and rolls a failed write back", async () => {
    const { user, room } = await makeOrganizationRoom();
    await world.enter(room.id, user.id, GUEST_ROLE);
    const post = (replyToMessageId?: string) =>
      writeAsPerson(user.id, { roomId: room.id }, openRoomToWrite, (tx, access) =>
        createMessage(tx, access, user.id, { body: "Hello", replyToMessageId }),
      );
    await expect(post()).rejects.toMatchObject({ code: "forbidden" });
    await database.query("UPDATE room_members SET role = 20 WHERE room_id = $1", [room.id]);
    await expect(post("msg_nowhere")).rejects.toMatchObject({ code: "validation_error" });
    const message = await post();
    const rows = await database.query<{ id: string }>("SELECT id FROM messages WHERE room_id = $1", [room.id]);
    expect(rows).toEqual([{ id: message.id }]);
  });
});

describe("the write burst of a person", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("refuses the 31st write of a minute, and no write of another person", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-06-01T12:00:20Z") });
    const { user, room, acme } = await makeOrganizationRoom();
    const other = await world.user();
    await world.join(acme.id, other.id);
    for (const { id } of [user, other]) await world.enter(room.id, id, 20);
    const post = (userId: string, write = writeAsPerson) =>
      write(userId, { roomId: room.id }, openRoomToWrite, (tx, access) =>
        createMessage(tx, access, userId, { body: "Hello" }),
      );
    const posted = await Promise.allSettled(Array.from({ length: apiWriteBurstPerMinute + 5 }, () => post(user.id)));
    expect(posted.filter(({ status }) => status === "fulfilled")).toHaveLength(apiWriteBurstPerMinute);
    await expect(post(user.id)).rejects.toMatchObject({
      code: "rate_limit_exceeded",
      details: { kind: "burst", scope: "endpoint", retryAfterSeconds: 40 },
    });
    const rows = await database.query("SELECT 1 FROM messages WHERE room_id = $1", [room.id]);
    expect(rows).toHaveLength(apiWriteBurstPerMinute);
    await post(other.id);
    await post(user.id, finishAsPerson);
    vi.setSystemTime(new Date("2026-06-01T12:01:00Z"));
    await post(user.id);
  });

  it("is one count with the writes of that person's apps", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-06-01T12:10:00Z") });
    const { user, room } = await makeOrganizationRoom();
    await world.enter(room.id, user.id, 20);
    const seen = await openAsPerson(user.id, { roomId: room.id }, (caller) => Promise.resolve(caller));
    for (let n = 0; n < apiWriteBurstPerMinute; n += 1)
      expect((await limitBurst({ ...seen, authMethod: "oauth_bearer" }, "write")).refused).toBeNull();
    const write = writeAsPerson(user.id, { roomId: room.id }, openRoomToWrite, () => Promise.resolve());
    await expect(write).rejects.toMatchObject({ code: "rate_limit_exceeded" });
  });
});
