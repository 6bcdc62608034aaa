import { expect, test } from "vitest";
import type { SharedMessage } from "./thread-page";
import { findNearDay, groupMessages } from "./thread-page";

const message = (createdAt: string, authorId = "usr_a", isReply = false): SharedMessage => ({
  id: createdAt,
  body: "",
  createdAt,
  authorId,
  author: authorId,
  replyTo: isReply ? { id: "msg", author: null, excerpt: "", isDeleted: false } : null,
  files: [],
  mentions: [],
  reactions: [],
  via: null,
  editedAt: null,
  isDeleted: false,
});
const shapeOf = (messages: SharedMessage[], timeZone: string) =>
  groupMessages(messages, timeZone).map(({ day, rows }) => [day, rows.map(({ isFollowing }) => isFollowing)]);

test("days are those of the reader's time zone, and a day begins with a name", () => {
  const messages = [message("2026-11-20T14:59:00.000Z"), message("2026-11-20T15:00:00.000Z")];
  expect(shapeOf(messages, "UTC")).toEqual([["2026-11-20", [false, true]]]);
  expect(shapeOf(messages, "Asia/Tokyo")).toEqual([
    ["2026-11-20", [false]],
    ["2026-11-21", [false]],
  ]);
});

test("a message that a program wrote has a line of its own, and so has the next one", () => {
  const by = (second: number, via: SharedMessage["via"]) => ({ ...message(`2026-11-20T10:00:0${second}.000Z`), via });
  const app = { kind: "app", name: "Importer", requestId: null } as const;
  const messages = [by(1, null), by(2, app), by(3, app), by(4, null), by(5, null)];
  expect(shapeOf(messages, "UTC")).toEqual([["2026-11-20", [false, false, false, false, true]]]);
});

test("another author, a reply or a pause begins a new group", () => {
  const messages = [
    message("2026-11-20T10:00:00.000Z"),
    message("2026-11-20T10:01:00.000Z"),
    message("2026-11-20T10:02:00.000Z", "usr_b"),
    message("2026-11-20T10:03:00.000Z", "usr_b", true),
    message("2026-11-20T10:09:00.000Z", "usr_b"),
  ];
  expect(shapeOf(messages, "UTC")).toEqual([["2026-11-20", [false, true, false, false, false]]]);
});

test("today and yesterday are those of the reader's time zone, also when a day has 25 hours", () => {
  const now = new Date("2026-11-20T15:00:00.000Z");
  expect(["2026-11-21", "2026-11-20", "2026-11-19"].map((day) => findNearDay(day, now, "Asia/Tokyo"))).toEqual([
    "today",
    "yesterday",
    null,
  ]);
  expect(findNearDay("2026-11-20", now, "UTC")).toBe("today");
  expect(findNearDay("2026-12-31", new Date("2027-01-01T08:00:00Z"), "UTC")).toBe("yesterday");
  expect(findNearDay("2026-10-25", new Date("2026-10-26T22:30:00Z"), "Europe/Berlin")).toBe("yesterday");
});
