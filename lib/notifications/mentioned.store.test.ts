import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { resetShared } from "../../e2e/support/scenes/shared-state";
import { createWorld } from "../../e2e/support/scenes/world";
import { startSmtpServer, type TestSmtpServer } from "../../e2e/support/servers/smtp-server";
import { WRITERS } from "../../inngest/mail";
import { openAsPerson } from "../access/open-as-person";
import { openRoom } from "../access/open-room";
import { transaction } from "../db/transaction";
import { drainMails } from "../mail/drain";
import { OF_MESSAGES } from "../mentions/mentions.sql";
import { saveMentions } from "../mentions/save-mentions";
import { deleteMessage, editMessage } from "../messages/change";
import { createMessage } from "../messages/create";
import { markAllRead, markRead } from "../messages/mark-read";
import { createRecord } from "../records/create";
import { markAllCommentsRead, markCommentsRead } from "../records/mark-comments-read";
import { openRecord } from "../records/open";
import { addComment, deleteComment, editComment } from "../records/write-comment";
import { writeAsPerson } from "../usage/write-as-person";
import { notifyPeople, raiseNotifications } from "./notify-people";
import { countUnread, findTargetOf, readInbox } from "./queries";
import { saveNotificationPreferences } from "./save-preferences";

const database = useTestDatabase();
const world = createWorld(database);
let server: TestSmtpServer;

beforeAll(async () => {
  server = await startSmtpServer();
  vi.stubEnv("SVC_SMTP_URL", server.url);
  vi.stubEnv("SVC_MAIL_FROM", "no-reply@lintel.example");
  resetShared();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.close();
});

async function makeRoom() {
  const acme = await world.organization({ seats: 5 });
  const { id: roomId } = await world.room({
    organizationId: acme.id,
    billingEntityId: acme.billingEntityId,
    name: "Lab",
  });
  const seat = async (name: string, role = 20) => {
    const user = await world.user({ name });
    await world.join(acme.id, user.id, role);
    await world.enter(roomId, user.id, role);
    return user;
  };
  const [ann, ben, guest] = [await seat("Ann Archer"), await seat("Ben Baker"), await seat("Gus Guest", 10)];
  const post = (body: string) =>
    writeAsPerson(ann.id, { roomId }, openRoom, async (tx, access) => {
      const { id } = await createMessage(tx, access, ann.id, { body });
      await saveMentions(tx, OF_MESSAGES, [id]);
      return id;
    });
  const edit = (messageId: string, body: string) =>
    writeAsPerson(ann.id, { roomId }, openRoom, (tx, access) => editMessage(tx, access, ann.id, { messageId, body }));
  const remove = (messageId: string) =>
    writeAsPerson(ann.id, { roomId }, openRoom, (tx, access) => deleteMessage(tx, access, ann.id, messageId));
  const read = async ({ id }: { id: string }, lastId: string, firstId = lastId) =>
    markRead(await openAsPerson(id, { roomId }, openRoom), id, lastId, firstId);
  const comment = (body: string) =>
    writeAsPerson(ann.id, { roomId }, openRoom, async (tx, room) => {
      const access = { room, recordId: (await createRecord(tx, room, ann.id, { title: "Minutes" })).id };
      const commentId = await addComment(tx, access, ann.id, { body, draftId: "" });
      return {
        recordId: access.recordId,
        commentId,
        edit: (next: string) => transaction((own) => editComment(own, access, ann.id, { commentId, body: next })),
        remove: () => transaction((own) => deleteComment(own, access, ann.id, commentId)),
        add: (next: string) => transaction((own) => addComment(own, access, ann.id, { body: next, draftId: "" })),
        read: async ({ id }: { id: string }, firstId = commentId, lastId = commentId) => {
          const params = { roomId, recordId: access.recordId };
          await markCommentsRead(await openAsPerson(id, params, openRecord), id, lastId, firstId);
        },
      };
    });
  return { roomId, ann, ben, guest, post, edit, remove, read, comment };
}

const inboxOf = async ({ id }: { id: string }) => (await readInbox(id, null, 10)).notifications;
const toldOf = async (person: { id: string }) => (await inboxOf(person)).map(({ subjectId }) => subjectId);
const unreadOf = async (person: { id: string }) =>
  (await inboxOf(person)).flatMap(({ subjectId, isRead }) => (isRead ? [] : subjectId));
const mailsTo = ({ email }: { email: string }) => server.received.filter(({ to }) => to === email);

test("notifies only the mentioned person, links to the message, and holds no word of it", async () => {
  const { roomId, ann, ben, guest, post } = await makeRoom();
  const id = await post("@Ben Baker the password is swordfish");
  await Promise.all([raiseNotifications(), raiseNotifications()]);
  const [notification] = await inboxOf(ben);
  expect(notification).toMatchObject({ kind: "message.mentioned", facts: { by: "Ann Archer", room: "Lab", roomId } });
  expect(JSON.stringify(notification)).not.toContain("swordfish");
  expect(await findTargetOf(ben.id, notification?.id ?? "")).toBe(`/rooms/${roomId}?message=${id}#${id}`);
  expect([await toldOf(ben), await toldOf(ann), await toldOf(guest)]).toEqual([[id], [], []]);
  expect(await countUnread(ben.id)).toBe(1);
});

test("notifies a person added by an edit once, even when the edit is repeated", async () => {
  const { ben, post, edit, read } = await makeRoom();
  const id = await post("Hello");
  await read(ben, id);
  for (const body of ["@Ben Baker, hello", "Hello again", "@Ben Baker, hello once more"]) {
    await edit(id, body);
    await raiseNotifications();
  }
  expect(await toldOf(ben)).toEqual([id]);
});

test("raises nothing for a message that was read or deleted before", async () => {
  const { ben, guest, post, read, remove } = await makeRoom();
  await read(ben, await post("@Ben Baker, you are here"));
  await remove(await post("@Gus Guest, sorry"));
  await raiseNotifications();
  expect([await toldOf(ben), await toldOf(guest)]).toEqual([[], []]);
});

test("a comment on a record tells as a message does, once, and leads to the comment", async () => {
  const { roomId, ann, ben, guest, comment } = await makeRoom();
  const { recordId, commentId, edit } = await comment("@Ben Baker the password is swordfish");
  await Promise.all([raiseNotifications(), raiseNotifications()]);
  await edit("@Ben Baker, @Gus Guest the password is gone");
  await raiseNotifications();
  const [notification, ...others] = await inboxOf(ben);
  expect(others).toEqual([]);
  const facts = { by: "Ann Archer", room: "Lab", roomId, recordId };
  expect(notification).toMatchObject({ kind: "message.mentioned", subjectId: commentId, facts });
  expect(JSON.stringify(notification)).not.toContain("swordfish");
  const target = `/rooms/${roomId}/records/${recordId}?comment=${commentId}#${commentId}`;
  expect(await findTargetOf(ben.id, notification?.id ?? "")).toBe(target);
  expect([await toldOf(ann), await toldOf(guest)]).toEqual([[], [commentId]]);
});

test("raises nothing for a comment read or deleted before, unless an edit names the person", async () => {
  const { ben, guest, comment } = await makeRoom();
  await (await comment("@Ben Baker, sorry")).remove();
  const seen = await comment("@Ben Baker, you are here");
  await seen.read(ben);
  const listed = await comment("@Ben Baker, @Gus Guest");
  await markAllCommentsRead(ben.id, listed.commentId);
  await raiseNotifications();
  expect([await toldOf(ben), await toldOf(guest)]).toEqual([[], [listed.commentId]]);
  await seen.read(guest);
  await seen.edit("@Ben Baker, @Gus Guest");
  await raiseNotifications();
  expect(await toldOf(guest)).toEqual([seen.commentId, listed.commentId]);
});

test("is read with the comment on its record, by that person alone, and not for comments that were not shown", async () => {
  const { ben, guest, comment } = await makeRoom();
  const before = await comment("@Ben Baker");
  const shown = await comment("@Ben Baker, @Gus Guest");
  const after = await comment("@Ben Baker");
  await raiseNotifications();
  // The range is wide, but each comment is on a record of its own.
  await Promise.all([shown.read(ben, before.commentId), shown.read(ben, before.commentId)]);
  expect(await unreadOf(ben)).toEqual([after.commentId, before.commentId]);
  expect(await unreadOf(guest)).toEqual([shown.commentId]);
  // An older comment of the same record was not shown.
  const later = await before.add("@Ben Baker again");
  await raiseNotifications();
  await before.read(ben, later, later);
  expect(await unreadOf(ben)).toEqual([after.commentId, before.commentId]);
  await before.read(ben, before.commentId, later);
  expect(await unreadOf(ben)).toEqual([after.commentId]);
});

test("is read with the message in its room, by that person alone, and not for messages that were not shown", async () => {
  const { ben, guest, post, read } = await makeRoom();
  const elsewhere = await makeRoom();
  const ids = [await post("@Ben Baker"), await post("@Ben Baker, @Gus Guest"), await post("@Ben Baker")] as const;
  await elsewhere.post("@Ben Baker");
  await raiseNotifications();
  await Promise.all([read(ben, ids[2], ids[1]), read(ben, ids[2], ids[1])]);
  expect(await unreadOf(ben)).toEqual([ids[0]]);
  expect([await countUnread(guest.id), await countUnread(elsewhere.ben.id)]).toEqual([1, 1]);
  await read(ben, ids[1], ids[0]);
  expect(await countUnread(ben.id)).toBe(0);
});

test("is read when all rooms are, but for messages that came after the list was seen", async () => {
  const [{ ben, post, comment }, other] = [await makeRoom(), await makeRoom()];
  const { commentId } = await comment("@Ben Baker");
  const seen = await post("@Ben Baker");
  const later = await post("@Ben Baker, again");
  await other.post("@Ben Baker");
  await raiseNotifications();
  await Promise.all([markAllRead(ben.id, seen), markAllRead(ben.id, seen)]);
  expect(await unreadOf(ben)).toEqual(expect.arrayContaining([commentId, later]));
  await Promise.all([markAllCommentsRead(ben.id, commentId), markAllCommentsRead(ben.id, commentId)]);
  expect(await unreadOf(ben)).toEqual([later]);
  expect(await countUnread(other.ben.id)).toBe(1);
});

test("ends with the seat", async () => {
  const { roomId, ben, post } = await makeRoom();
  await post("@Ben Baker");
  await raiseNotifications();
  expect(await countUnread(ben.id)).toBe(1);
  await database.query("DELETE FROM room_members WHERE room_id = $1 AND user_id = $2", [roomId, ben.id]);
  expect([await toldOf(ben), await countUnread(ben.id)]).toEqual([[], 0]);
});

test("is mailed to those who want it, and to no one whose seat has ended", async () => {
  const { ben, guest, post } = await makeRoom();
  const [ours, gone] = [await makeRoom(), await makeRoom()];
  await saveNotificationPreferences(guest.id, { unmailed: ["message.mentioned"] });
  await post("@Ben Baker, @Gus Guest");
  await ours.post("@Ben Baker");
  await gone.post("@Ben Baker");
  await raiseNotifications();
  await database.query("DELETE FROM room_members WHERE room_id = $1", [gone.roomId]);
  await notifyPeople();
  await database.query("DELETE FROM room_members WHERE room_id = $1 AND user_id = $2", [ours.roomId, ours.ben.id]);
  await drainMails(WRITERS);
  expect(mailsTo(ben)).toHaveLength(1);
  expect(mailsTo(ben)[0]?.raw).toContain("Ann Archer mentioned you");
  expect([mailsTo(guest), mailsTo(ours.ben), mailsTo(gone.ben)]).toEqual([[], [], []]);
});
