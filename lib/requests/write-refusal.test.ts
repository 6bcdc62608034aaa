import { expect, test } from "vitest";
import { CAUSES, FIXES } from "../docs/surface/cause-names";
import type { Refusal } from "./refusal";
import { writeRefusal } from "./write-refusal";

const stop = (changes: Partial<Refusal>): Refusal => ({
  step: "requireScope",
  code: "insufficient_scope",
  cause: "scope_missing",
  values: { requiredScope: "tasks:read" },
  fix: { kind: "new_key_with_scope", href: null },
  ...changes,
});

test("explains a refusal with its values", () => {
  expect(writeRefusal(stop({}))).toEqual({
    cause: expect.stringContaining("tasks:read"),
    fields: null,
    fix: "Create a new key with the scope tasks:read.",
  });
  const input = stop({ cause: "input_invalid", values: { fields: ["title", "dueDate"] } });
  expect(writeRefusal(input).fields).toBe("Members that do not fit: title, dueDate");
});

test.each(CAUSES.map((cause) => [cause]))("has a sentence for the cause %s", (cause) => {
  expect(writeRefusal(stop({ cause })).cause).toMatch(/^[A-Z“].* .*\.$/);
});

test.each(FIXES.map((kind) => [kind]))("has a sentence for the fix %s", (kind) => {
  expect(writeRefusal(stop({ fix: { kind, href: null } })).fix).toMatch(/^[A-Z“].* .*\.$/);
});
