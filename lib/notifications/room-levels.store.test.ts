import { afterEach, expect, test, vi } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { resetShared } from "../../e2e/support/scenes/shared-state";
import { createWorld } from "../../e2e/support/scenes/world";
import { openAsPerson } from "../access/open-as-person";
import { openRoom } from "../access/open-room";
import { transaction } from "../db/transaction";
import { OF_MESSAGES } from "../mentions/mentions.sql";
import { listMentionable, listMentions } from "../mentions/mentions-query";
import { saveLevel } from "../mentions/save-level";
import { saveMentions } from "../mentions/save-mentions";
import { editMessage } from "../messages/change";
import { createMessage } from "../messages/create";
import { findNewMentions } from "../messages/find-new-mentions";
import { markRead } from "../messages/mark-read";
import { listRoomActivity } from "../messages/queries";
import { createRecord } from "../records/create";
import { addComment } from "../records/write-comment";
import { writeAsPerson } from "../usage/write-as-person";
import { markAllRead, markRead as markNoticeRead } from "./mark-read";
import { notifyPeople, raiseNotifications } from "./notify-people";
import { countUnread, readInbox } from "./queries";
import { saveNotificationPreferences } from "./save-preferences";

const database = useTestDatabase();
const world = createWorld(database);
afterEach(async () => {
  vi.useRealTimers();
  await database.query("DELETE FROM mention_scans");
  vi.unstubAllEnvs();
  resetShared();
});

async function makeRoom() {
  const acme = await world.organization({ seats: 5 });
  const { id: roomId } = await world.room({
    organizationId: acme.id,
    billingEntityId: acme.billingEntityId,
    name: "Lab",
  });
  const seat = async (name: string, role = 20) => {
    const { id } = await world.user({ name });
    await world.join(acme.id, id, role);
    await world.enter(roomId, id, role);
    return id;
  };
  const [ann, ben, cy, guest] = [await seat("Ann"), await seat("Ben"), await seat("Cy"), await seat("Gus", 10)];
  const open = (userId: string) => openAsPerson(userId, { roomId }, openRoom);
  const post = async (body: string, by = ann) => {
    const { id } = await writeAsPerson(by, { roomId }, openRoom, (tx, access) =>
      createMessage(tx, access, by, { body }),
    );
    return id;
  };
  const choose = async (userId: string, choice: string) => saveLevel(await open(userId), userId, choice);
  const leave = (userId: string) =>
    database.query("DELETE FROM room_members WHERE room_id = $1 AND user_id = $2", [roomId, userId]);
  return { roomId, ann, ben, cy, guest, seat, open, post, choose, leave };
}

async function raiseAll(): Promise<void> {
  await Promise.all([findNewMentions(), findNewMentions()]);
  await raiseNotifications();
}

const noticesOf = async (userId: string) =>
  (await readInbox(userId, null, 50)).notifications.map(({ kind, subjectId }) => `${kind.split(".")[1]} ${subjectId}`);

/** Ids and times of the database need a later millisecond. */
function passTime(ms: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
}

test("notifies by level: of each message of others, of mentions, or of nothing", async () => {
  const { ann, ben, cy, guest, post, choose } = await makeRoom();
  const before = await post("Before");
  for (const [person, choice] of [
    [ann, "ALL"],
    [ben, "ALL"],
    [guest, "NONE"],
  ] as const)
    await choose(person, choice);
  passTime(5);
  const plain = await post("Hello");
  const naming = await post("@Ben, @Cy and @Gus: hello");
  await raiseAll();
  await raiseAll();
  expect(await noticesOf(ben)).toEqual([`mentioned ${naming}`, `posted ${plain}`]);
  expect(await noticesOf(cy)).toEqual([`mentioned ${naming}`]);
  expect([await noticesOf(ann), await noticesOf(guest)]).toEqual([[], []]);
  expect((await noticesOf(ben)).join()).not.toContain(before);
});

test("counts a message until its room or its notice is read", async () => {
  const { ben, cy, post, choose, open } = await makeRoom();
  await Promise.all([choose(ben, "ALL"), choose(cy, "ALL")]);
  passTime(5);
  const ids = [await post("One"), await post("Two"), await post("Three")];
  await raiseAll();
  expect([await countUnread(ben), await countUnread(cy)]).toEqual([3, 3]);
  await markRead(await open(ben), ben, ids[1] ?? "");
  expect([await countUnread(ben), await countUnread(cy)]).toEqual([1, 3]);
  const [newest] = (await readInbox(cy, null, 1)).notifications;
  await markNoticeRead(cy, newest?.id ?? "");
  expect(await countUnread(cy)).toBe(2);
  await markAllRead(cy, newest?.id ?? "");
  expect([await countUnread(ben), await countUnread(cy)]).toEqual([1, 0]);
});

test("is quiet during a mute, also afterwards about what was written in it", async () => {
  const { ben, cy, post, choose } = await makeRoom();
  await choose(ben, "ALL");
  passTime(5);
  for (const person of [ben, cy]) await choose(person, "hour");
  await post("@Ben and @Cy");
  await post("@all");
  await post("Hello");
  passTime(61 * 60_000);
  await raiseAll();
  expect([await noticesOf(ben), await noticesOf(cy)]).toEqual([[], []]);
  const [plain, naming] = [await post("Hello"), await post("@Cy")];
  await raiseAll();
  expect(await noticesOf(ben)).toEqual([`posted ${naming}`, `posted ${plain}`]);
  expect(await noticesOf(cy)).toEqual([`mentioned ${naming}`]);
});

test("mutes comments, too, and shows the room as muted", async () => {
  const { roomId, ann, ben, cy, open, choose } = await makeRoom();
  await choose(ben, "NONE");
  await writeAsPerson(ann, { roomId }, openRoom, async (tx, room) => {
    const { id: recordId } = await createRecord(tx, room, ann, { title: "Minutes" });
    await addComment(tx, { room, recordId }, ann, { body: "@all and @Ben", draftId: "" });
  });
  await raiseNotifications();
  expect([(await noticesOf(ben)).length, (await noticesOf(cy)).length]).toEqual([0, 1]);
  expect((await listRoomActivity(ben)).map(({ isMuted }) => isMuted)).toEqual([true]);
  await choose(ben, "MENTIONS");
  expect((await listRoomActivity(ben)).map(({ isMuted }) => isMuted)).toEqual([false]);
  await expect(saveLevel(await open(ben), ben, "LOUD")).rejects.toMatchObject({ code: "not_found" });
});

test("mentions everyone with a seat by @all, once, and not who came later", async () => {
  const { roomId, ann, ben, cy, guest, seat, open, post, leave } = await makeRoom();
  const other = await makeRoom();
  const id = await post("＠ALL and @Ben: look");
  passTime(5);
  const later = await seat("Later");
  await leave(cy);
  await raiseAll();
  await raiseAll();
  for (const person of [ben, guest]) expect(await noticesOf(person)).toEqual([`mentioned ${id}`]);
  for (const person of [ann, cy, later, other.ben]) expect(await noticesOf(person)).toEqual([]);
  const mentions = (await listMentions(OF_MESSAGES, [id]))(id);
  expect(mentions.map(({ userId, name }) => [userId, name])).toEqual([
    [ben, "Ben"],
    ["", "all"],
  ]);
  expect((await listRoomActivity(guest)).find((room) => room.roomId === roomId)?.mentions).toBe(1);
  expect((await listMentionable(await open(ben), ben, "a")).map(({ name }) => name)).toEqual(["all", "Ann", "Later"]);
  expect((await listMentionable(await open(guest), guest, "al")).map(({ name }) => name)).toEqual([]);
});

test("does not let a guest mention everyone, nor take the name from a person called All", async () => {
  const { ben, cy, guest, post } = await makeRoom();
  await post("@all", guest);
  await post("mail@all.example, @alligator");
  await raiseAll();
  expect([await noticesOf(ben), await noticesOf(cy)]).toEqual([[], []]);
  const other = await makeRoom();
  const namesake = await other.seat("All");
  const id = await other.post("@all");
  await raiseAll();
  expect([await noticesOf(other.ben), await noticesOf(namesake)]).toEqual([[], [`mentioned ${id}`]]);
});

test("takes everyone out of a message when an edit does, and leaves who is named", async () => {
  const { roomId, ann, ben, post } = await makeRoom();
  const id = await post("@all");
  const edit = (body: string) =>
    writeAsPerson(ann, { roomId }, openRoom, (tx, access) => editMessage(tx, access, ann, { messageId: id, body }));
  const named = async () => (await listMentions(OF_MESSAGES, [id]))(id).map(({ userId }) => userId);
  await transaction((tx) => saveMentions(tx, OF_MESSAGES, [id]));
  await edit("@all again");
  expect(await named()).toEqual([""]);
  await edit("@Ben alone");
  expect(await named()).toEqual([ben]);
  await edit("@all, back");
  expect(await named()).toEqual([""]);
});

test("leaves out people who left the room or the organization", async () => {
  const { ben, cy, post, choose, leave } = await makeRoom();
  await Promise.all([choose(ben, "ALL"), choose(cy, "ALL")]);
  passTime(5);
  await post("Hello");
  await raiseAll();
  await leave(ben);
  await database.query("DELETE FROM organization_memberships WHERE user_id = $1", [cy]);
  for (const person of [ben, cy]) expect([await noticesOf(person), await countUnread(person)]).toEqual([[], 0]);
});

test("mails the newest message to those who want it and have not read it", async () => {
  vi.stubEnv("SVC_SMTP_URL", "smtp://127.0.0.1:9");
  vi.stubEnv("SVC_MAIL_FROM", "no-reply@lintel.example");
  resetShared();
  const { roomId, ann, ben, cy, guest, post, choose, open } = await makeRoom();
  const other = await makeRoom();
  for (const person of [ann, ben, cy, guest]) await choose(person, "ALL");
  await other.choose(other.ben, "ALL");
  await saveNotificationPreferences(cy, { unmailed: ["message.posted"] });
  passTime(5);
  const first = await post("Hello");
  const id = await post("Hello again");
  await findNewMentions();
  await markRead(await open(guest), guest, id);
  await notifyPeople();
  const mails = await database.query<{ user_id: string }>(
    "SELECT m.user_id FROM notification_mails m JOIN notifications n ON n.id = m.notification_id WHERE n.facts ->> 'roomId' = $1 AND n.subject_id >= $2",
    [roomId, first],
  );
  expect(mails.map(({ user_id }) => user_id)).toEqual([ben]);
});
