import { expect, test } from "vitest";
import { parseHeaderList } from "./header-list";

test.each([
  ["", {}],
  ["authorization=Bearer%20abc", { authorization: "Bearer abc" }],
  ["A=1, b = two%2Cthree ,", { a: "1", b: "two,three" }],
  ["key=a=b", { key: "a=b" }],
])("%s names headers", (text, headers) => {
  expect(parseHeaderList(text)).toEqual(headers);
});

test.each(["novalue", "na me=1", "a=%", "a=%0d%0aHost:%20x", "a=%00", "=1"])("%s is no list of headers", (text) => {
  expect(parseHeaderList(text)).toBeNull();
});
