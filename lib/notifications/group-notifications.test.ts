import { expect, test } from "vitest";
import { groupNotifications, summarizeAuthors } from "./group-notifications";
import { listKindsOf, NOTIFICATION_KINDS, type Notification } from "./notification";

let nextId = 100;
const make = (given: Partial<Notification> & Pick<Notification, "kind">): Notification => ({
  id: String(nextId--),
  subjectId: "wh_1",
  facts: {},
  createdAt: new Date(0),
  isRead: false,
  requestId: null,
  ...given,
});
const mention = (by: string | null, roomId: string, given: Partial<Notification> = {}) =>
  make({ kind: "message.mentioned", subjectId: `msg_${nextId}`, facts: { by, roomId }, ...given });
const listIds = (notifications: readonly Notification[]) =>
  groupNotifications(notifications).map(({ notifications: equal }) => equal.map(({ id }) => id));

test("groups mentions by room and record, and keeps the place of the newest", () => {
  const [ada, foreign, bob, comment] = [
    mention("Ada", "room_1"),
    mention("Ada", "room_2"),
    mention("Bob", "room_1"),
    mention("Bob", "room_1", { facts: { by: "Bob", roomId: "room_1", recordId: "rec_1" } }),
  ];
  expect(listIds([ada, foreign, bob, comment])).toEqual([[ada.id, bob.id], [foreign.id], [comment.id]]);
});

test("groups messages by room, apart from mentions", () => {
  const posted = ["msg_1", "msg_2"].map((subjectId) =>
    make({ kind: "message.posted", subjectId, facts: { by: "Ada", roomId: "room_1" } }),
  );
  const mentioned = mention("Ada", "room_1");
  expect(listIds([...posted, mentioned])).toEqual([posted.map(({ id }) => id), [mentioned.id]]);
});

test("groups sign-ins as one, and the others by what they are about", () => {
  const signIns = [1, 2].map((n) => make({ kind: "session.new_device", subjectId: `ses_${n}` }));
  const failing = ["wh_1", "wh_2", "wh_1"].map((subjectId) => make({ kind: "webhook.failing", subjectId }));
  const disabled = make({ kind: "webhook.disabled" });
  expect(listIds([...signIns, ...failing, disabled])).toEqual([
    signIns.map(({ id }) => id),
    [failing[0]?.id, failing[2]?.id],
    [failing[1]?.id],
    [disabled.id],
  ]);
});

test("keeps read ones apart, and each approval that waits", () => {
  const unread = mention("Ada", "room_1");
  const read = [mention("Ada", "room_1", { isRead: true }), mention("Bob", "room_1", { isRead: true })];
  const waiting = make({ kind: "record.approval_requested", subjectId: "rec_1", requestId: "apr_2" });
  const decided = make({ kind: "record.approval_requested", subjectId: "rec_1" });
  expect(listIds([unread, ...read, waiting, decided])).toEqual([
    [unread.id],
    read.map(({ id }) => id),
    [waiting.id],
    [decided.id],
  ]);
});

test("names the newest author and counts the others once each", () => {
  const summarize = (...names: (string | null)[]) =>
    groupNotifications(names.map((by) => mention(by, "room_1"))).map(summarizeAuthors);
  expect(summarize("Ada", "Bob", "Ada", "Cy")).toEqual([{ by: "Ada", others: 2 }]);
  expect(summarize(null, "Bob")).toEqual([{ by: "Bob", others: 0 }]);
  expect(summarize(null, null)).toEqual([{ by: null, others: 0 }]);
});

test("gives each kind to people or to the service", () => {
  const [people, service] = [listKindsOf("people"), listKindsOf("service")];
  expect(people).toContain("message.mentioned");
  expect(service).toContain("session.new_device");
  expect([...people, ...service].sort()).toEqual([...NOTIFICATION_KINDS].sort());
});
