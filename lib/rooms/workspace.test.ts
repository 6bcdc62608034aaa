import { expect, test } from "vitest";
import { groupRooms, matchesRoom, orderByNewest, preferShared, type WorkspaceRoom } from "./workspace";

const room = (id: string, name: string, facts: Partial<WorkspaceRoom> = {}): WorkspaceRoom => ({
  id,
  name,
  isDirect: false,
  role: 20,
  organizationId: null,
  organizationName: null,
  ...facts,
});
const acme = { organizationId: "org_a", organizationName: "Acme" };
const zeta = { organizationId: "org_z", organizationName: "Zeta" };

test("groups rooms by organization, then personal, then direct, each by name", () => {
  const groups = groupRooms(
    [
      room("1", "Room 10", zeta),
      room("2", "Ben", { ...acme, isDirect: true }),
      room("3", "Notes"),
      room("4", "Room 9", zeta),
      room("5", "General", acme),
    ],
    "en",
  );
  expect(groups.map(({ kind, id, rooms }) => [kind, id, rooms.map(({ name }) => name)])).toEqual([
    ["organization", "org_a", ["General"]],
    ["organization", "org_z", ["Room 9", "Room 10"]],
    ["own", "own", ["Notes"]],
    ["direct", "direct", ["Ben"]],
  ]);
});

test("puts rooms of organizations before personal ones, otherwise in the given order", () => {
  const rooms = [room("1", "Notes"), room("2", "Zeta", zeta), room("3", "Diary"), room("4", "Acme", acme)];
  expect(preferShared(rooms).map(({ id }) => id)).toEqual(["2", "4", "1", "3"]);
});

test("puts the newest message first and leaves rooms without messages in order", () => {
  const newest: Record<string, string> = { "2": "msg_5", "4": "msg_9" };
  const rooms = ["1", "2", "3", "4"].map((id) => room(id, "Room"));
  expect(orderByNewest(rooms, ({ id }) => newest[id] ?? "").map(({ id }) => id)).toEqual(["4", "2", "1", "3"]);
});

test("leaves out empty groups", () => {
  expect(groupRooms([], "ja")).toEqual([]);
});

test.each([
  ["GEN", true],
  [" acme ", true],
  ["ｇｅｎｅｒａｌ", true],
  ["", true],
  ["ideas", false],
])("searches for %j and finds the room: %s", (search, isFound) => {
  expect(matchesRoom(room("1", "General", acme), search)).toBe(isFound);
});
