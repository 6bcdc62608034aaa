import { expect, test } from "vitest";
import { groupEqual } from "./group-equal";

test("merges notices that read the same into the first of them, with their number", () => {
  const notice = (title: string, path: string, text = "text") => ({ title, text, path });
  const notices = [
    notice("New sign-in", "/3"),
    notice("Webhook was deactivated", "/2"),
    notice("New sign-in", "/1"),
    notice("New sign-in", "/0", "another network"),
  ];
  expect(groupEqual(notices)).toEqual([
    { ...notice("New sign-in", "/3"), count: 2 },
    { ...notice("Webhook was deactivated", "/2"), count: 1 },
    { ...notice("New sign-in", "/0", "another network"), count: 1 },
  ]);
});
