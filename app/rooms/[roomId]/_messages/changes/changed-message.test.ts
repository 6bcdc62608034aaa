import { expect, test } from "vitest";
import type { SharedMessage } from "../thread/thread-page";
import { applyChanges, listActs } from "./changed-message";

const message = (id: string, facts: Partial<SharedMessage> = {}): SharedMessage => ({
  id,
  body: id,
  createdAt: "2026-11-21T00:00:00.000Z",
  authorId: "usr_ann",
  author: "Ann",
  editedAt: null,
  isDeleted: false,
  replyTo: null,
  files: [],
  mentions: [],
  reactions: [],
  via: null,
  ...facts,
});

test("changes on their way are shown in their place", () => {
  const pending = new Map([
    ["a", "edited"],
    ["b", null],
  ]);
  const shown = applyChanges([message("a"), message("b"), message("c")], pending);
  expect(shown.map(({ body, isDeleted }) => [body, isDeleted])).toEqual([
    ["edited", false],
    ["", true],
    ["c", false],
  ]);
});

const ann = { userId: "usr_ann", canWrite: true, canModerate: false };
test.each([
  [ann, {}, ["react", "edit", "delete"]],
  [{ ...ann, canWrite: false }, {}, []],
  [ann, { isDeleted: true }, []],
  [{ ...ann, userId: "usr_ben" }, {}, ["react"]],
  [{ ...ann, userId: "usr_ben", canModerate: true }, {}, ["react", "delete"]],
  [ann, { authorId: null }, ["react"]],
])("%j may do with a message %j: %j", (reader, facts, acts) => {
  expect(listActs(reader, message("a", facts))).toEqual(acts);
});
