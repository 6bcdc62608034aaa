import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CreateTask } from "../../tasks/task";
import { readAnswer, readModels, readProposals, readReply, readTask } from "./answer";
import { RunEnded } from "./run";

const PEOPLE = [
  { userId: "usr_ada", name: "Ada" },
  { userId: "usr_ben", name: "Ben" },
  { userId: "usr_other", name: "ben" },
];
const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));
const completion = (message: unknown, reason = "stop") => bytes({ choices: [{ message, finish_reason: reason }] });

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof RunEnded) return error.code;
    throw error;
  }
  return "read";
}

describe("an answer", () => {
  test("is the text of the first choice", () => {
    expect(readAnswer(completion({ content: " Yes.\n" }))).toBe("Yes.");
    expect(
      readAnswer(
        completion({ content: [{ type: "text", text: "A" }, { type: "image_url" }, { type: "text", text: "B" }] }),
      ),
    ).toBe("AB");
    expect(readAnswer(completion({ content: "a\u0000b\ud800" }))).toBe("a\ufffdb\ufffd");
  });

  test.each([
    [completion({ content: "Yes", tool_calls: [{}] }), "answer_tool_calls"],
    [completion({ content: "Yes", function_call: { name: "x" } }), "answer_tool_calls"],
    [completion({ content: "Yes" }, "tool_calls"), "answer_tool_calls"],
    [completion({ content: "Yes" }, "length"), "answer_cut_off"],
    [completion({ content: " \n\t" }), "answer_empty"],
    [completion({ content: null }), "answer_empty"],
    [completion({}), "answer_empty"],
    [completion({ content: 7 }), "answer_malformed"],
    [bytes({ choices: [] }), "answer_malformed"],
    [bytes([]), "answer_malformed"],
    [bytes(null), "answer_malformed"],
    [Buffer.from(""), "answer_malformed"],
    [Buffer.from([0xff]), "answer_malformed"],
  ])("%s is refused as %s", (body, code) => {
    expect(codeOf(() => readAnswer(body))).toBe(code);
  });

  test("any bytes become a text or a named end", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          fc.json().map((text) => Buffer.from(text)),
        ),
        (body) => {
          expect(codeOf(() => readAnswer(body))).toMatch(/^(read|answer_\w+)$/);
          expect(codeOf(() => readModels(body))).toMatch(/^(read|answer_\w+)$/);
        },
      ),
    );
  });
});

describe("proposals", () => {
  const ask = (tasks: unknown) => readProposals(JSON.stringify({ tasks }), PEOPLE);

  test("hold a task's title, description and due date, and nothing else that an agent says", () => {
    const wishes = { roomId: "room_x", boardId: "brd_x", status: "COMPLETED", createdById: "usr_x", version: 9 };
    expect(ask([{ title: " Call ", description: "", dueDate: "2026-12-01", ...wishes }])).toEqual({
      proposals: [{ title: "Call", description: null, dueDate: "2026-12-01T00:00:00.000Z" }],
      leftOut: 0,
    });
  });

  test("name an assignee only by the name of one member", () => {
    const named = (assignee: unknown) => ask([{ title: "Call", assignee }]).proposals[0]?.assignee;
    expect(named(" ada ")).toEqual({ userId: "usr_ada", name: "Ada" });
    for (const unfit of ["Ben", "usr_ada", "Somebody", "", null, 7, ["Ada"]]) expect(named(unfit)).toBeUndefined();
  });

  test("are written without an assignee who has left the room", () => {
    const [proposal] = ask([{ title: "Call", assignee: "Ada" }]).proposals;
    if (!proposal) throw new Error("No proposal was read.");
    expect(readTask(proposal, PEOPLE)).toEqual({ title: "Call", assigneeId: "usr_ada" });
    expect(readTask(proposal, [])).toEqual({ title: "Call" });
  });

  test("are read independently, fifty at most", () => {
    const bad = [
      {},
      { title: "" },
      { title: "x".repeat(201) },
      { title: "x", dueDate: "soon" },
      "x",
      null,
      { title: "\ud800" },
    ];
    expect(ask([...bad, { title: "Good" }])).toMatchObject({ proposals: [{ title: "Good" }], leftOut: bad.length });
    expect(ask(Array.from({ length: 60 }, () => ({ title: "x" })))).toMatchObject({ leftOut: 10 });
    expect(ask([])).toEqual({ proposals: [], leftOut: 0 });
    expect(codeOf(() => ask(bad))).toBe("answer_invalid");
  });

  test("are read bare or fenced", () => {
    const said = '```json\n{"tasks": [{"title": "A"}]}\n```';
    for (const answer of [said, `Here you are:\n${said}\nGood luck!`]) {
      expect(readProposals(answer, PEOPLE).proposals).toHaveLength(1);
    }
    for (const answer of ["No tasks.", "[]", '{"task": []}', '{"tasks": {}}', "```\nx\n```", '{"tasks": [']) {
      expect(codeOf(() => readProposals(answer, PEOPLE))).toBe("answer_invalid");
    }
  });

  test("can all become tasks once they are read", () => {
    const leaf = fc.oneof(
      fc.string(),
      fc.constant(null),
      fc.integer(),
      fc.date().map(String),
      fc.constant("2026-12-01"),
    );
    const proposed = fc.record(
      {
        title: fc.oneof(fc.constantFrom("\ud800", "a\u0000", "x".repeat(201), " padded "), leaf),
        description: leaf,
        dueDate: leaf,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(proposed, { maxLength: 3 }), (tasks) => {
        const text = JSON.stringify({ tasks });
        if (codeOf(() => readProposals(text, PEOPLE)) !== "read") return;
        for (const { title, description, dueDate } of readProposals(text, PEOPLE).proposals) {
          CreateTask.parse({
            title,
            ...(description === null ? {} : { description }),
            ...(dueDate === null ? {} : { dueDate }),
          });
        }
      }),
    );
  });
});

test("a proposed title of several lines becomes one line; a blank one is no task", () => {
  const tasks = [{ title: "Call\nthe printer " }, { title: " \u200b" }];
  const { proposals, leftOut } = readProposals(JSON.stringify({ tasks }), PEOPLE);
  expect([proposals.map(({ title }) => title), leftOut]).toEqual([["Call the printer"], 1]);
});

test("a reply that is too long for a message is refused, and none is cut", () => {
  expect(readReply("😀".repeat(10_000))).toHaveLength(20_000);
  expect(codeOf(() => readReply("x".repeat(10_001)))).toBe("answer_too_long");
});
