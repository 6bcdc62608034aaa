import { expect, test } from "vitest";
import { findParts } from "./find-parts";

const ben = { userId: "usr_1", typed: "Ben Baker", name: "Ben Smith" };

test("draws a mention by the name of today, beside text and links", () => {
  expect(findParts("Hi @ben baker, see https://x.example/?by=@Ben+Baker", [ben])).toEqual([
    { kind: "text", text: "Hi " },
    { kind: "mention", userId: "usr_1", name: "Ben Smith" },
    { kind: "text", text: ", see " },
    { kind: "link", text: "https://x.example/?by=@Ben+Baker", href: "https://x.example/?by=@Ben+Baker" },
  ]);
});

test("draws a name that the message does not mention as text", () => {
  expect(findParts("@Ben Baker", [])).toEqual([{ kind: "text", text: "@Ben Baker" }]);
});
