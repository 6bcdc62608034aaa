import { expect, test } from "vitest";
import type { Reaction } from "@/lib/messages/reaction";
import type { SharedMessage } from "../thread/thread-page";
import { applyReactions, type WantedReaction } from "./reactions";

const thumbs = (facts: Partial<Reaction> = {}): Reaction => ({
  emoji: "👍",
  count: 2,
  isOwn: false,
  others: ["Ben", "Cy"],
  ...facts,
});
const message = (reactions: Reaction[]): SharedMessage => ({
  id: "msg_1",
  body: "Hello",
  createdAt: "2026-11-21T00:00:00.000Z",
  authorId: "usr_ann",
  author: "Ann",
  editedAt: null,
  isDeleted: false,
  replyTo: null,
  files: [],
  mentions: [],
  reactions,
  via: null,
});
const wants = (emoji: string, isWanted: boolean, messageId = "msg_1"): WantedReaction => ({
  messageId,
  emoji,
  isWanted,
});
const after = (reactions: Reaction[], ...wanted: WantedReaction[]) =>
  applyReactions([message(reactions)], wanted)[0]?.reactions;

test("one's own click counts before the service knows of it", () => {
  expect(after([thumbs()], wants("👍", true))).toEqual([thumbs({ count: 3, isOwn: true })]);
  expect(after([thumbs({ count: 3, isOwn: true })], wants("👍", false))).toEqual([thumbs()]);
});

test("a new emoji comes last, and one without people is gone", () => {
  const own = { emoji: "🎉", count: 1, isOwn: true, others: [] };
  expect(after([thumbs()], wants("🎉", true))).toEqual([thumbs(), own]);
  expect(after([thumbs(), own], wants("🎉", false))).toEqual([thumbs()]);
});

test("a click that the page has already heard of counts once", () => {
  const heard = thumbs({ count: 3, isOwn: true });
  expect(after([heard], wants("👍", true))).toEqual([heard]);
  expect(after([thumbs()], wants("👍", false), wants("🎉", false))).toEqual([thumbs()]);
});

test("other messages stay the same objects", () => {
  const messages = [message([thumbs()])];
  expect(applyReactions(messages, [wants("👍", true, "msg_2")])[0]).toBe(messages[0]);
});
