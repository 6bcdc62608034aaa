import { expect, test } from "vitest";
import { chooseLevel, findMuteEnd, type RoomLevel } from "./level";

const at = new Date("2026-11-28T12:00:00Z");
const all: RoomLevel = { level: "ALL", quietUntil: null };

test("saves a level, and the moment before which nothing notifies", () => {
  expect(chooseLevel("NONE", all, at)).toEqual({ level: "NONE", quietUntil: at });
  expect(chooseLevel("ALL", { level: "MENTIONS", quietUntil: null }, at)).toEqual({ level: "ALL", quietUntil: at });
  expect(chooseLevel("LOUD", all, at)).toBeNull();
});

test.each([
  ["hour", "2026-11-28T13:00:00Z"],
  ["day", "2026-11-29T12:00:00Z"],
  ["week", "2026-12-05T12:00:00Z"],
])("mutes for a %s, and returns to the level before", (choice, end) => {
  const quietUntil = new Date(end);
  expect(chooseLevel(choice, all, at)).toEqual({ level: "ALL", quietUntil });
  expect(chooseLevel(choice, { level: "NONE", quietUntil: null }, at)).toEqual({ level: "MENTIONS", quietUntil });
});

test("finds the end of a mute that has one, until it has passed", () => {
  const quietUntil = new Date(at.getTime() + 1);
  expect(findMuteEnd({ level: "ALL", quietUntil }, at)).toBe(quietUntil);
  expect(findMuteEnd({ level: "ALL", quietUntil }, quietUntil)).toBeNull();
  expect(findMuteEnd({ level: "NONE", quietUntil }, at)).toBeNull();
});
