import { expect, test } from "vitest";
import { readAnswer } from "./protocol";

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
  [206, {}, [{ id: "s", op: "StepRun", data: null }], { kind: "done", step: { id: "s", name: "" }, data: null }],
  [206, {}, [{ id: "s", op: "Sleep", name: "1m" }], { kind: "sleep", step: { id: "s", name: "1m" }, untilMs: 60_000 }],
  [
    206,
    { "retry-after": "2" },
    [{ id: "s", op: "StepError", name: "n", error: failed }],
    { kind: "step failed", step: { id: "s", name: "n" }, error: failed, isFinal: false, retryAtMs: 2_000 },
  ],
  [
    206,
    {},
    [{ id: "s", op: "StepFailed", name: "n", error: failed }],
    { kind: "step failed", step: { id: "s", name: "n" }, error: failed, isFinal: true, retryAtMs: null },
  ],
] as const)("an answer of %i with %j", (status, headers, body, answer) => {
  expect(readAnswer(status, new Headers(headers), body, 0)).toEqual(answer);
});

test.each([
  [[{ id: "s", op: "AIGateway", name: "infer" }], "AIGateway"],
  [[{ id: "s", op: "WaitForEvent", name: "e", opts: { timeout: "1h" } }], "WaitForEvent"],
  [[{ id: "s", op: "InvokeFunction", name: "" }], "InvokeFunction"],
  [[{ id: "s", op: "StepPlanned", name: "s" }], "StepPlanned"],
  [["a", "b"].map((id) => ({ id, op: "StepPlanned" })), "steps side by side"],
] as const)("a step that the runner does not support fails the run, by name: %j", (body, feature) => {
  expect(readAnswer(206, new Headers(), body, 0)).toMatchObject({
    kind: "failed",
    isFinal: true,
    error: { message: `The embedded runner does not support ${feature}.` },
  });
});
