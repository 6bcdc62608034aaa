import { expect, test } from "vitest";
import { mergeNewest, prependOlder, replaceMessage, type SharedMessage, type ThreadPage } from "./thread-page";

const message = (id: string, body = id): SharedMessage => ({
  id,
  body,
  createdAt: "2026-11-21T00:00:00.000Z",
  authorId: null,
  author: null,
  editedAt: null,
  isDeleted: false,
  replyTo: null,
  files: [],
  mentions: [],
  reactions: [],
  via: null,
});
const page = (ids: string, { hasOlder = true, hasNewer = false } = {}): ThreadPage => ({
  messages: [...ids].map((id) => message(id)),
  hasOlder,
  hasNewer,
});
const idsOf = ({ messages }: ThreadPage) => messages.map(({ id }) => id).join("");

test.each([
  ["abc", "bcd", "abcd"],
  ["abc", "cde", "abcde"],
  ["abc", "abc", "abc"],
  ["", "ab", "ab"],
  // Committed after one with a later id.
  ["acd", "bcd", "abcd"],
  // Nothing is added above the loaded messages; older ones are read from there.
  ["cd", "bcde", "cde"],
  // Deleted meanwhile.
  ["abcd", "bd", "abd"],
  // Messages behind the gap are read again from the top.
  ["abc", "efg", "efg"],
])("%s and the newest %s are %s", (held, newest, merged) => {
  expect(idsOf(mergeNewest(page(held), page(newest)))).toBe(merged);
});

test("messages read again replace the earlier ones in their place", () => {
  const merged = mergeNewest(page("abc", { hasOlder: false }), {
    ...page("bc"),
    messages: [message("b", "with file"), message("c")],
  });
  expect(merged.messages.map(({ body }) => body)).toEqual(["a", "with file", "c"]);
  expect(merged.hasOlder).toBe(false);
});

test("a reader of an old piece who asks for the newest gets only the newest", () => {
  expect(mergeNewest(page("abc", { hasNewer: true }), page("xyz"))).toEqual(page("xyz"));
});

test("older ones come before, each once", () => {
  expect(idsOf(prependOlder(page("cde"), page("abc", { hasOlder: false })))).toBe("abcde");
  expect(prependOlder(page("cde"), page("ab", { hasOlder: false })).hasOlder).toBe(false);
});

test("a changed message takes the place of the earlier one, and quotes of it change too", () => {
  const reply = { ...message("c"), replyTo: { id: "b", author: "Ann", excerpt: "b", isDeleted: false } };
  const held = { ...page("ab"), messages: [message("a"), message("b"), reply] };
  const edited = replaceMessage(held, "b", message("b", "edited"));
  expect(edited.messages.map(({ body }) => body)).toEqual(["a", "edited", "c"]);
  expect(edited.messages[2]?.replyTo).toEqual({ id: "b", author: "Ann", excerpt: "edited", isDeleted: false });
  const deleted = replaceMessage(edited, "b", { ...message("b", ""), isDeleted: true });
  expect(deleted.messages[2]?.replyTo).toEqual({ id: "b", author: "Ann", excerpt: "", isDeleted: true });
  expect(idsOf(replaceMessage(held, "a", null))).toBe("bc");
  expect(idsOf(replaceMessage(held, "x", message("x")))).toBe("abc");
});

test("when every message was deleted, none stays", () => {
  const nothing = { messages: [], hasOlder: false, hasNewer: false };
  expect(idsOf(mergeNewest(page("ab", { hasOlder: false }), nothing))).toBe("");
});
