import { expect, test } from "vitest";
import { findRest, isRunnable, judgeFailure, makeStep, openStep, settleSteps } from "./progress";
import { readAnswer } from "./protocol";
import type { StoredStep } from "./step-store";

const step = (id: string, op: string, more: Partial<StoredStep> = {}): StoredStep => ({
  ...makeStep(id, op, id),
  ...more,
});

test("what ended while nobody looked gets its place by the time at which it ended", () => {
  const settled = settleSteps(
    [
      step("first", "StepRun", { doneAtMs: 1, doneOrder: 1 }),
      step("later sleep", "Sleep", { wakeAtMs: 90 }),
      step("came", "WaitForEvent", { wakeAtMs: 500, doneAtMs: 70, data: { n: 1 } }),
      step("sleep", "Sleep", { wakeAtMs: 50 }),
      step("over", "InvokeFunction", { wakeAtMs: 80 }),
      step("still", "Sleep", { wakeAtMs: 101 }),
      step("planned", "StepPlanned", { wakeAtMs: 10 }),
    ],
    100,
  );
  expect(settled.map(({ id, doneOrder, error }) => [id, doneOrder, error?.name])).toEqual([
    ["sleep", 2, undefined],
    ["came", 3, undefined],
    ["over", 4, "InvokeTimeout"],
    ["later sleep", 5, undefined],
  ]);
});

test.each([
  [[], { state: "WAITING", wakeAtMs: null }],
  [
    [step("a", "Sleep", { wakeAtMs: 9 }), step("b", "WaitForEvent", { wakeAtMs: 5 })],
    { state: "WAITING", wakeAtMs: 5 },
  ],
  [
    [step("a", "Sleep", { wakeAtMs: 4 }), step("b", "WaitForEvent", { wakeAtMs: 5 })],
    { state: "SLEEPING", wakeAtMs: 4 },
  ],
  [[step("a", "StepPlanned", { wakeAtMs: 3 }), step("b", "Sleep", { wakeAtMs: 5 })], { state: "READY", wakeAtMs: 3 }],
  [[step("a", "Sleep", { wakeAtMs: 1, doneAtMs: 1, doneOrder: 1 })], { state: "WAITING", wakeAtMs: null }],
] as const)("rest %#", (steps, rest) => {
  expect(findRest(steps)).toEqual(rest);
});

test.each([
  [0, { isFinal: false, retryAtMs: null }, { kind: "again", attempt: 1, atMs: 1_100 }],
  [0, { isFinal: false, retryAtMs: 5_000 }, { kind: "again", attempt: 1, atMs: 5_000 }],
  [0, { isFinal: true, retryAtMs: 5_000 }, { kind: "over" }],
  [2, { isFinal: false, retryAtMs: null }, { kind: "over" }],
] as const)("attempt %i, %j: %j", (attempt, failure, verdict) => {
  expect(judgeFailure(attempt, failure, { maxAttempts: 3, backoffMs: () => 100 }, 1_000)).toEqual(verdict);
});

test("a planned step runs when its retry is due", () => {
  expect(isRunnable(step("a", "StepPlanned"), 0)).toBe(true);
  expect(isRunnable(step("a", "StepPlanned", { wakeAtMs: 10 }), 9)).toBe(false);
  expect(isRunnable(step("a", "Sleep"), 99)).toBe(false);
});

test("a wait and an invocation keep what they wait for, and until when", () => {
  expect(
    openStep({ op: "WaitForEvent", id: "w", name: "e", timeout: "1h", condition: "event.a == async.a" }, 0),
  ).toMatchObject({ name: "e", wakeAtMs: 3_600_000, condition: "event.a == async.a" });
  expect(
    openStep({ op: "InvokeFunction", id: "i", name: "", functionId: "svc-f", data: {}, timeout: null }, 0),
  ).toMatchObject({ name: "svc-f", wakeAtMs: 31_536_000_000 });
});

const failed = { name: "Error", message: "bad" };

test.each([
  [200, {}, { x: 1 }, { kind: "completed", output: { x: 1 } }],
  [200, {}, null, { kind: "completed", output: null }],
  [500, { "x-inngest-no-retry": "false" }, failed, { kind: "failed", error: failed, isFinal: false, retryAtMs: null }],
  [400, { "x-inngest-no-retry": "true" }, failed, { kind: "failed", error: failed, isFinal: true, retryAtMs: null }],
  [500, { "retry-after": "2" }, failed, { kind: "failed", error: failed, isFinal: false, retryAtMs: 2_000 }],
  [
    500,
    {},
    "nonsense",
    { kind: "failed", error: { name: "Error", message: "Unknown error" }, isFinal: false, retryAtMs: null },
  ],
  [
    206,
    {},
    [{ id: "s", op: "StepRun", data: null }],
    { kind: "steps", steps: [{ op: "StepRun", id: "s", name: "", data: null }] },
  ],
] as const)("an answer of %i with %j", (status, headers, body, answer) => {
  expect(readAnswer(status, new Headers(headers), body, 0)).toEqual(answer);
});

test("a step of a kind that the runner does not do is named", () => {
  const body = [{ id: "s", op: "AIGateway", name: "infer" }];
  expect(() => readAnswer(206, new Headers(), body, 0)).toThrow("does not do AIGateway");
});
