import { expect, test } from "vitest";
import { chooseSession } from "./session-key";

const subject = { roomId: "room_1", recordId: null, userId: "usr_1", rootMessageId: null };

test.each([
  ["room", subject, "svc:room:room_1", ["room_1"]],
  ["room", { ...subject, recordId: "rec_1", rootMessageId: "msg_1" }, "svc:room:room_1", ["room_1"]],
  ["record", { ...subject, recordId: "rec_1" }, "svc:record:rec_1", ["rec_1"]],
  ["record", subject, "svc:room:room_1", ["room_1"]],
  ["user", { ...subject, recordId: "rec_1" }, "svc:user:usr_1", ["usr_1"]],
  ["thread", { ...subject, rootMessageId: "msg_1" }, "svc:room:room_1:thread:msg_1", ["room_1", "msg_1"]],
  ["thread", { ...subject, recordId: "rec_1" }, "svc:room:room_1", ["room_1"]],
] as const)("strategy %s of %o", (strategy, of, key, ids) => {
  expect(chooseSession(strategy, of)).toEqual({ key, ids });
});
