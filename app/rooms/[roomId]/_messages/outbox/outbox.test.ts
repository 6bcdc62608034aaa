import { describe, expect, test } from "vitest";
import type { SharedMessage } from "../thread/thread-page";
import { type Outgoing, renderOutgoing, withoutArrived } from "./outbox";

const ME = { id: "usr_me", name: "Ann" };

function outgoing(changes: Partial<Outgoing> = {}): Outgoing {
  return {
    draftId: "1-2-3-4",
    body: "hello",
    replyTo: null,
    sentAt: "2026-11-23T10:00:00.000Z",
    afterId: "msg_05",
    state: "sending",
    problem: null,
    messageId: null,
    ...changes,
  };
}

function arrived(id: string, changes: Partial<SharedMessage> = {}): SharedMessage {
  return { ...renderOutgoing(outgoing(), ME), id, ...changes };
}

describe("an outgoing message leaves when the thread shows it", () => {
  test("by the id that the response named", () => {
    const posted = outgoing({ state: "posted", messageId: "msg_06" });
    expect(withoutArrived([posted], [arrived("msg_05")], ME.id)).toEqual([posted]);
    expect(withoutArrived([posted], [arrived("msg_06", { body: "as stored" })], ME.id)).toEqual([]);
  });

  test("before its response, and when the response was lost", () => {
    expect(withoutArrived([outgoing()], [arrived("msg_06")], ME.id)).toEqual([]);
    const failed = outgoing({ state: "failed", problem: "network" });
    expect(withoutArrived([failed], [arrived("msg_06")], ME.id)).toEqual([]);
  });

  test.each([
    ["an earlier message with the same text", arrived("msg_05")],
    ["the same text of someone else", arrived("msg_06", { authorId: "usr_other" })],
    ["another text", arrived("msg_06", { body: "hello!" })],
    [
      "a reply with the same text",
      arrived("msg_06", { replyTo: { id: "msg_01", author: null, excerpt: "", isDeleted: false } }),
    ],
    ["the same text by a program", arrived("msg_06", { via: { kind: "app", name: "Importer", requestId: null } })],
  ])("but not for %s", (_, message) => {
    expect(withoutArrived([outgoing()], [message], ME.id)).toHaveLength(1);
  });

  test("one message stands for one of two with the same text", () => {
    const second = outgoing({ draftId: "5-6-7-8" });
    expect(withoutArrived([outgoing(), second], [arrived("msg_06")], ME.id)).toEqual([second]);
    expect(withoutArrived([outgoing(), second], [arrived("msg_06"), arrived("msg_07")], ME.id)).toEqual([]);
  });

  test("a message that a response named is taken", () => {
    const first = outgoing({ state: "posted", messageId: "msg_06" });
    const second = outgoing({ draftId: "5-6-7-8" });
    expect(withoutArrived([first, second], [arrived("msg_06")], ME.id)).toEqual([second]);
  });
});
