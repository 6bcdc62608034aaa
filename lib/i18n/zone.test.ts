import { expect, test } from "vitest";
import { findZone } from "./zone";

test("finds zones under their usual names, and nothing in other texts", () => {
  expect(["Asia/Tokyo", "asia/TOKYO", "UTC"].map(findZone)).toEqual(["Asia/Tokyo", "Asia/Tokyo", "UTC"]);
  expect([undefined, "", "Mars/Olympus", '"><script>', "x".repeat(5_000)].map(findZone)).toEqual(
    Array.from({ length: 5 }, () => null),
  );
});
