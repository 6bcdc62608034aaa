import { expect, test } from "vitest";
import { matchesText } from "./filter-input";

const ROW = ["record.created", "記録が作成されました", "A record was created"];

test.each([
  ["", true],
  ["  ", true],
  ["record", true],
  ["CREATED record", true],
  ["ｒｅｃｏｒｄ．", true],
  ["記録 created", true],
  ["record.deleted", false],
  ["created message", false],
])("%j: %s", (search, isFound) => {
  expect(matchesText(search, ROW)).toBe(isFound);
});
