import { describe, expect, it } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { createWorld } from "../../e2e/support/scenes/world";
import { openAsPerson } from "../access/open-as-person";
import { openRoom } from "../access/open-room";
import { OF_MESSAGES } from "../mentions/mentions.sql";
import { listMentionable, listMentions } from "../mentions/mentions-query";
import { saveMentions } from "../mentions/save-mentions";
import { newId } from "../platform/ids";
import { writeAsPerson } from "../usage/write-as-person";
import { deleteMessage, editMessage } from "./change";
import { createMessage } from "./create";
import { findNewMentions } from "./find-new-mentions";
import { markRead } from "./mark-read";
import { listRoomActivity } from "./queries";

const database = useTestDatabase();
const world = createWorld(database);

async function makeRoom() {
  const acme = await world.organization({ seats: 5 });
  const { id: roomId } = await world.room({ organizationId: acme.id, billingEntityId: acme.billingEntityId });
  const seat = async (name: string, role = 20) => {
    const user = await world.user({ name });
    await world.join(acme.id, user.id, role);
    await world.enter(roomId, user.id, role);
    return user.id;
  };
  const [ann, ben, guest] = [await seat("Ann Archer"), await seat("Ben Baker"), await seat("Gus Guest", 10)];
  const write = <Result>(
    userId: string,
    act: Parameters<typeof writeAsPerson<{ roomId: string }, Access, Result>>[3],
  ) => writeAsPerson(userId, { roomId }, openRoom, act);
  const post = async (body: string, { isApi = false, by = ann } = {}) =>
    write(by, async (tx, access) => {
      const { id } = await createMessage(tx, access, by, { body });
      if (!isApi) await saveMentions(tx, OF_MESSAGES, [id]);
      return id;
    });
  const edit = (messageId: string, body: string) =>
    write(ann, (tx, access) => editMessage(tx, access, ann, { messageId, body }));
  const remove = (messageId: string) => write(ann, (tx, access) => deleteMessage(tx, access, ann, messageId));
  const open = (userId: string) => openAsPerson(userId, { roomId }, openRoom);
  const activity = async (userId: string) => (await listRoomActivity(userId)).find((room) => room.roomId === roomId);
  return { acme, roomId, ann, ben, guest, seat, post, edit, remove, open, activity };
}
type Access = Awaited<ReturnType<typeof openRoom>>;

const namesOf = async (messageId: string) =>
  (await listMentions(OF_MESSAGES, [messageId]))(messageId).map(({ name }) => name);

async function findAll(): Promise<void> {
  while (!(await findNewMentions()));
}

describe("mentions", () => {
  it("finds named members and guests, never the author", async () => {
    const { post, ben } = await makeRoom();
    const stranger = await world.user({ name: "Sam Stranger" });
    const id = await post("@Ben Baker, @gus guest, @Sam Stranger and @Ann Archer: look. Not ben@Ben Baker");
    expect(await namesOf(id)).toEqual(["Ben Baker", "Gus Guest"]);
    await database.query("UPDATE users SET name = 'Ben Smith' WHERE id = $1", [ben]);
    expect((await listMentions(OF_MESSAGES, [id]))(id)).toContainEqual({
      userId: ben,
      typed: "Ben Baker",
      name: "Ben Smith",
    });
    const rows = await database.query("SELECT FROM message_mentions WHERE user_id = $1", [stranger.id]);
    expect(rows).toEqual([]);
  });

  it("follows an edit, survives a renamed person and goes with the message", async () => {
    const { post, edit, remove, ben } = await makeRoom();
    const id = await post("@Ben Baker please");
    await database.query("UPDATE users SET name = 'Ben Smith' WHERE id = $1", [ben]);
    await edit(id, "@Ben Baker and @Gus Guest, please");
    expect(await namesOf(id)).toEqual(["Ben Smith", "Gus Guest"]);
    await edit(id, "@Gus Guest, please");
    expect(await namesOf(id)).toEqual(["Gus Guest"]);
    await remove(id);
    expect(await namesOf(id)).toEqual([]);
  });

  it("finds mentions in API messages once with two processes and informs open pages", async () => {
    const { post, roomId } = await makeRoom();
    await findAll();
    const id = await post("＠Ben Baker, hello", { isApi: true });
    const other = await post("No one here", { isApi: true });
    expect(await namesOf(id)).toEqual([]);
    await Promise.all([findAll(), findAll()]);
    expect([await namesOf(id), await namesOf(other)]).toEqual([["Ben Baker"], []]);
    const changes = await database.query<{ id: string }>(
      "SELECT message_id AS id FROM message_changes WHERE room_id = $1",
      [roomId],
    );
    expect(changes).toEqual([{ id }]);
  });

  it("finds mentions in a message that commits after a later one was scanned", async () => {
    const { post, ann, roomId } = await makeRoom();
    const early = newId("msg");
    await post("Later", { isApi: true });
    await findAll();
    await database.query(
      "INSERT INTO messages (id, room_id, author_id, body, created_at, updated_at) VALUES ($1, $2, $3, '@Ben Baker', now(), now())",
      [early, roomId, ann],
    );
    await findAll();
    expect(await namesOf(early)).toEqual(["Ben Baker"]);
  });

  it("counts mentions in the list of rooms until they are read or answered", async () => {
    const { post, ben, guest, open, activity } = await makeRoom();
    const first = await post("@Ben Baker one");
    await post("Two");
    expect(await activity(ben)).toMatchObject({ unread: 2, mentions: 1 });
    expect(await activity(guest)).toMatchObject({ unread: 2, mentions: 0 });
    await markRead(await open(ben), ben, first);
    expect(await activity(ben)).toMatchObject({ unread: 1, mentions: 0 });
    await post("@Ben Baker three");
    expect(await activity(ben)).toMatchObject({ unread: 2, mentions: 1 });
    await post("Here I am", { by: ben });
    expect(await activity(ben)).toMatchObject({ unread: 0, mentions: 0 });
  });

  it("deletes mentions with the person and with the room", async () => {
    const { post, ben, roomId } = await makeRoom();
    const id = await post("@Ben Baker, @Gus Guest");
    await database.query("DELETE FROM users WHERE id = $1", [ben]);
    expect(await namesOf(id)).toEqual(["Gus Guest"]);
    await database.query("DELETE FROM rooms WHERE id = $1", [roomId]);
    expect(await namesOf(id)).toEqual([]);
  });
});

describe("suggested names", () => {
  it("lists members of the room, prefix matches first", async () => {
    const { ann, open, seat } = await makeRoom();
    await seat("Aben");
    await makeRoom();
    const names = async (typed: string) => (await listMentionable(await open(ann), ann, typed)).map(({ name }) => name);
    expect(await names("be")).toEqual(["Ben Baker", "Aben"]);
    expect(await names("")).toEqual(["all", "Aben", "Ben Baker", "Gus Guest"]);
    expect(await names("%")).toEqual([]);
  });

  it("leaves out a seat whose person has left the organization", async () => {
    const { acme, ann, ben, open, post } = await makeRoom();
    await database.query("DELETE FROM organization_memberships WHERE organization_id = $1 AND user_id = $2", [
      acme.id,
      ben,
    ]);
    expect(await listMentionable(await open(ann), ann, "Ben")).toEqual([]);
    expect(await namesOf(await post("@Ben Baker"))).toEqual([]);
  });
});
