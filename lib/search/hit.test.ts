import { expect, test } from "vitest";
import { type Hit, isSearchable, isSecretLike, rankHits } from "./hit";

const hit = (name: string): Hit => ({ kind: "room", id: `room_${name}`, name, detail: null, href: `/rooms/${name}` });

test("ranks names that begin with the text first, in any case and width, and cuts the rest", () => {
  const hits = ["the general", "General", "ＧＥＮＥＲＡＬ news", "a general"].map(hit);
  expect(rankHits(hits, "gen", 3).map(({ name }) => name)).toEqual(["General", "ＧＥＮＥＲＡＬ news", "a general"]);
});

test.each([
  ["svc_live_abc", true],
  ["Bearer svc_at_abc", true],
  ["X-Api-Key: SVC_TEST_abc", true],
  ["whsec_abc", true],
  ["wh_01h", false],
  ["key_01h", false],
  ["my svc room", false],
  ["evt_Zm9yIHRoZSBzYW1wbGVz0g", false],
])("classifies %s as a secret: %s", (text, expected) => {
  expect(isSecretLike(text)).toBe(expected);
});

test("accepts storable text of at most 200 characters", () => {
  expect(["a".repeat(200), "😀".repeat(200), "a".repeat(201), "a\u0000", "\ud800"].map(isSearchable)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
