import { expect, test, vi } from "vitest";
import { useRecordScenes } from "../../e2e/support/scenes/record-scene";
import { resetShared } from "../../e2e/support/scenes/shared-state";
import { WRITERS } from "../../inngest/mail";
import { drainMails } from "../mail/drain";
import { notifyPeople, raiseNotifications } from "./notify-people";
import { countUnread, findTargetOf, readInbox } from "./queries";

const { database, scene, act, makeScene, makeRecord } = useRecordScenes();

const listTold = async (userId: string) =>
  (await readInbox(userId, null, 100)).notifications.filter(({ kind }) => kind === "record.approval_requested");
const countTold = async (...people: string[]) => (await Promise.all(people.map(listTold))).map(({ length }) => length);

test("notifies those who can decide a requested approval, once, without a word of the record", async () => {
  const other = await makeScene();
  const id = await makeRecord();
  await act(scene.creator, id).request("Secret plans");
  await Promise.all(Array.from({ length: 10 }, raiseNotifications));
  await raiseNotifications();
  const { manager, owner, creator, member, guest } = scene;
  expect(await countTold(manager, owner)).toEqual([1, 1]);
  expect(await countTold(creator, member, guest, other.manager, other.owner)).toEqual([0, 0, 0, 0, 0]);
  const [told] = await listTold(manager);
  expect(told).toMatchObject({ subjectId: id, facts: { by: "Test Person", roomId: scene.roomId }, isRead: false });
  expect(JSON.stringify(told)).not.toContain("Secret");
  expect(await findTargetOf(manager, told?.id ?? "")).toBe(`/rooms/${scene.roomId}/records/${id}`);
  await expect(findTargetOf(other.manager, told?.id ?? "")).rejects.toMatchObject({ code: "not_found" });
});

test("asked again it is told again, to a manager who asks it is not, and a request that was answered before is none", async () => {
  const room = await makeScene();
  const inRoom = (userId: string, id: string) => act(userId, id, room.roomId);
  const id = await makeRecord(undefined, room.manager, room.roomId);
  await inRoom(room.manager, id).request();
  await raiseNotifications();
  expect(await countTold(room.manager, room.owner)).toEqual([0, 1]);
  await inRoom(room.manager, id).withdraw();
  await inRoom(room.manager, id).request();
  await raiseNotifications();
  expect(await countTold(room.manager, room.owner)).toEqual([0, 2]);
  await inRoom(room.manager, id).withdraw();
  await inRoom(room.manager, id).request();
  await inRoom(room.owner, id).decide(true);
  await raiseNotifications();
  expect(await countTold(room.manager, room.owner)).toEqual([0, 2]);
});

test("a request that is decided, withdrawn or deleted with its record is read for everyone, and a new one is not", async () => {
  const room = await makeScene();
  const { creator, manager, owner } = room;
  const isRead = async (userId: string) => (await listTold(userId)).map((told) => told.isRead);
  const id = await makeRecord(undefined, creator, room.roomId);
  const on = (userId: string) => act(userId, id, room.roomId);
  await on(creator).request();
  await raiseNotifications();
  expect([await isRead(manager), await isRead(owner)]).toEqual([[false], [false]]);
  expect((await listTold(manager))[0]?.requestId).toMatch(/^apr_/);
  await on(manager).decide(false, "Not yet");
  expect([await isRead(manager), await isRead(owner)]).toEqual([[true], [true]]);
  expect((await listTold(manager))[0]?.requestId).toBeNull();
  expect([await countUnread(manager), await countUnread(owner)]).toEqual([0, 0]);
  const other = await makeRecord(undefined, creator, room.roomId);
  await act(creator, other, room.roomId).request();
  await raiseNotifications();
  expect([await isRead(owner), await countUnread(owner)]).toEqual([[false, true], 1]);
  await act(creator, other, room.roomId).withdraw();
  expect(await isRead(owner)).toEqual([true, true]);
  const third = await makeRecord(undefined, creator, room.roomId);
  await act(creator, third, room.roomId).request();
  await raiseNotifications();
  expect(await countUnread(owner)).toBe(1);
  await database.query("DELETE FROM records WHERE id = $1", [third]);
  expect([await isRead(owner), await countUnread(owner)]).toEqual([[true, true, true], 0]);
});

test("ends with the seat, and when the person mutes it", async () => {
  const room = await makeScene();
  const id = await makeRecord(undefined, room.creator, room.roomId);
  await act(room.creator, id, room.roomId).request();
  await raiseNotifications();
  await database.query("UPDATE users SET muted_notifications = '{record.approval_requested}' WHERE id = $1", [
    room.owner,
  ]);
  await database.query("DELETE FROM room_members WHERE user_id = $1", [room.manager]);
  expect(await countTold(room.manager, room.owner)).toEqual([0, 0]);
});

const MAILS = [
  {
    locale: "en",
    known: "Test Person asks for approval",
    unknown: "Approval requested",
    text: "A record in Board & Co waits for your decision.",
  },
  {
    locale: "ja",
    known: "Test Person さんが承認を求めています",
    unknown: "記録の承認が求められています",
    text: "Board & Co の記録が判断を待っています。",
  },
];

test.each(MAILS)("is mailed to those who can decide it, in $locale", async ({ locale, known, unknown, text }) => {
  // The mailbox of development keeps what it would have sent.
  vi.stubEnv("SVC_MAILBOX", "true");
  resetShared();
  const { roomId, ...people } = await makeScene();
  const ids = Object.values(people);
  await database.query("UPDATE users SET locale = $2 WHERE id = ANY($1)", [ids, locale]);
  await database.query("UPDATE rooms SET name = 'Board & Co' WHERE id = $1", [roomId]);
  const ask = async (title: string) => {
    const id = await makeRecord({ title, content: "Secret\n" }, people.creator, roomId);
    await act(people.creator, id, roomId).request("Secret plans");
    return id;
  };
  const mailed = () =>
    database.query<{ id: string; subject: string; text: string; html: string }>(
      `SELECT u.id, m.subject, m.text, m.html FROM mails m JOIN users u ON u.email = m.recipient
       WHERE u.id = ANY($1) AND m.sent_at IS NOT NULL ORDER BY m.created_at`,
      [ids],
    );
  await ask("Secret merger");
  await notifyPeople();
  await drainMails(WRITERS);
  const told = await mailed();
  expect(told.map(({ id }) => id).sort()).toEqual([people.manager, people.owner].sort());
  for (const mail of told) {
    expect(mail).toMatchObject({ subject: known, text: expect.stringContaining(text) });
    expect(mail.html).toContain(text.replace("&", "&amp;"));
    expect(mail.text + mail.html).not.toContain("Secret");
  }
  const orphan = await ask("Secret merger 2");
  await database.query("UPDATE approvals SET requested_by_id = NULL WHERE record_id = $1", [orphan]);
  await notifyPeople();
  await drainMails(WRITERS);
  expect((await mailed()).slice(2).map(({ subject }) => subject)).toEqual(expect.arrayContaining([unknown, unknown]));
});
