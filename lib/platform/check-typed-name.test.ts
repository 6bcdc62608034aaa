import { expect, test } from "vitest";
import { checkTypedName } from "./check-typed-name";

test.each([
  ["Desk agent", "Desk agent"],
  [" Desk  agent\n", "Desk agent"],
  ["Desk agent", "Desk \u3000 agent"],
  ["Caf\u00e9", "Cafe\u0301"],
])("%j is the name %j as displayed", (typed, name) => {
  expect(() => checkTypedName(typed, name)).not.toThrow();
});

test.each([
  ["desk agent", "Desk agent"],
  ["Deskagent", "Desk agent"],
  ["", "Desk agent"],
  ["Cafe", "Caf\u00e9"],
])("%j is not %j", (typed, name) => {
  expect(() => checkTypedName(typed, name)).toThrow();
});
