import { expect, test } from "vitest";
import { parseExpression } from "./expression";

const scope = {
  event: { name: "x", data: { id: "a", n: 1, deep: { on: true, none: null }, quote: "it's" } },
  async: { data: { id: "a", other: "b" } },
};

test.each([
  ["event.data.id == async.data.id", true],
  ["event.data.id == async.data.other", false],
  ["event.data.id != async.data.other", true],
  ["event.data.missing == async.data.missing", false],
  ["event.data.missing != 'a'", true],
  ["event.data.deep.none == null", true],
  ["event.data.n == 1 && event.data.deep.on == true", true],
  ["event.data.n == 2 || (event.name == 'x' && event.data.id == \"a\")", true],
  ["event.data.n == 2 || event.name == 'y' && event.data.id == 'a'", false],
  ["event.data.n == '1'", false],
  ["event.data.n", 1],
  ["-1.5", -1.5],
  ["'ai'", "ai"],
  ['event.data.id + "-" + event.data.n', "a-1"],
  ["event.data.n + 2", 3],
  ["event.data.constructor", undefined],
  ["event.data.id.length", undefined],
  ["event.__proto__.x", undefined],
])("%s is %j", (text, value) => {
  expect(parseExpression(text)(scope)).toEqual(value);
});

test.each([
  "",
  "event.data.id ==",
  "event.data[0]",
  "size(event.data)",
  "process.exit",
  "event..data",
  "event.data.id = 1",
  "event.data.n > 1",
  "(event.data.n",
  "'open",
  "event.data.id event.data.n",
  "`event`",
  "!event.data.n",
])("%j is refused", (text) => {
  expect(() => parseExpression(text)).toThrow("does not understand");
});
