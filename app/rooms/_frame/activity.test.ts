import { expect, test } from "vitest";
import { isSameActivity, summarizeActivity } from "./activity";

const summary = summarizeActivity([
  { roomId: "room_a", unread: 0, mentions: 0, lastId: "msg_3" },
  { roomId: "room_b", unread: 2, mentions: 1, lastId: "msg_7" },
  { roomId: "room_c", unread: 0, mentions: 0, lastId: null },
]);

test("names the rooms with unread messages, and the newest message of all", () => {
  expect(summary).toEqual({ unread: { room_b: 2 }, mentions: { room_b: 1 }, newestId: "msg_7" });
  expect(summarizeActivity([])).toEqual({ unread: {}, mentions: {}, newestId: "" });
});

test.each([
  [{ unread: { room_b: 2 }, newestId: "msg_7" }, true],
  [{ unread: { room_b: 3 }, newestId: "msg_7" }, false],
  [{ unread: { room_c: 2 }, newestId: "msg_7" }, false],
  [{ unread: {}, newestId: "msg_7" }, false],
  [{ unread: { room_b: 2, room_c: 1 }, newestId: "msg_7" }, false],
  [{ unread: { room_b: 2 }, newestId: "msg_8" }, false],
  [{ unread: { room_b: 2 }, mentions: {}, newestId: "msg_7" }, false],
])("%j is the same: %s", (other, isSame) => {
  expect(isSameActivity(summary, { mentions: { room_b: 1 }, ...other })).toBe(isSame);
});
