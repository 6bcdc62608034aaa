import { expect, test } from "vitest";
import { newId } from "../platform/ids";
import { readRecordFilter } from "./filter";
import { readVersionNumber } from "./record";

const read = (query: Record<string, string>) => readRecordFilter((name) => query[name] ?? "");

test("ignores unknown filter values in the URL", () => {
  const nothing = { status: "", origin: "", text: "", after: "" };
  expect(read({ status: "draft", origin: "x", q: "\ud800", after: "rec_1" })).toEqual(nothing);
  expect(read({ q: " \u0000 " })).toEqual(nothing);
});

test("reads known filter values", () => {
  const after = newId("rec");
  expect(read({ status: "all", origin: "TRANSCRIPT", q: " 議事録 ", after })).toEqual({
    status: "all",
    origin: "TRANSCRIPT",
    text: "議事録",
    after,
  });
});

test.each([
  ["1", 1],
  ["999999999", 999_999_999],
  ["0", 0],
  ["-1", 0],
  ["1.5", 0],
  ["1e3", 0],
  ["99999999999", 0],
  ["", 0],
])("reads %j as version %d", (text, version) => {
  expect(readVersionNumber(text)).toBe(version);
});
