import { expect, test } from "vitest";
import { isSameActivity, summarizeActivity } from "./activity";

const summary = summarizeActivity({
  rooms: [
    { roomId: "room_a", isMuted: false, unread: 0, mentions: 0, lastId: "msg_3" },
    { roomId: "room_b", isMuted: false, unread: 2, mentions: 1, lastId: "msg_7" },
    { roomId: "room_c", isMuted: false, unread: 0, mentions: 0, lastId: null },
  ],
  comments: [{ roomId: "room_c", unread: 4, mentions: 1, lastId: "cmt_5" }],
});
const ofComments = { comments: { room_c: 4 }, commentMentions: { room_c: 1 }, newestCommentId: "cmt_5" };

test("names the rooms with unread messages and comments, and the newest of all", () => {
  expect(summary).toEqual({ unread: { room_b: 2 }, mentions: { room_b: 1 }, newestId: "msg_7", ...ofComments });
  const none = { unread: {}, mentions: {}, comments: {}, commentMentions: {}, newestId: "", newestCommentId: "" };
  expect(summarizeActivity({ rooms: [], comments: [] })).toEqual(none);
});

test("counts nothing in muted rooms", () => {
  const muted = summarizeActivity({
    rooms: [{ roomId: "room_a", isMuted: true, unread: 2, mentions: 1, lastId: "msg_3" }],
    comments: [{ roomId: "room_a", unread: 4, mentions: 1, lastId: "cmt_5" }],
  });
  expect(muted).toMatchObject({ unread: {}, mentions: {}, comments: {}, commentMentions: {}, newestId: "msg_3" });
});

test.each([
  [{ unread: { room_b: 2 }, newestId: "msg_7" }, true],
  [{ unread: { room_b: 3 }, newestId: "msg_7" }, false],
  [{ unread: { room_c: 2 }, newestId: "msg_7" }, false],
  [{ unread: {}, newestId: "msg_7" }, false],
  [{ unread: { room_b: 2, room_c: 1 }, newestId: "msg_7" }, false],
  [{ unread: { room_b: 2 }, newestId: "msg_8" }, false],
  [{ unread: { room_b: 2 }, mentions: {}, newestId: "msg_7" }, false],
  [{ unread: { room_b: 2 }, newestId: "msg_7", comments: {} }, false],
  [{ unread: { room_b: 2 }, newestId: "msg_7", commentMentions: {} }, false],
  [{ unread: { room_b: 2 }, newestId: "msg_7", newestCommentId: "cmt_6" }, false],
])("%j is the same: %s", (other, isSame) => {
  expect(isSameActivity(summary, { mentions: { room_b: 1 }, ...ofComments, ...other })).toBe(isSame);
});
