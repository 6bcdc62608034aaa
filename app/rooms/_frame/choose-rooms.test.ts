import { expect, test } from "vitest";
import { chooseRooms, NAV_ROOMS_MAX, type NavGroup } from "./choose-rooms";

const room = (id: string) => ({ id, name: id });
const own = (count: number): NavGroup => ({
  kind: "own",
  id: "own",
  rooms: Array.from({ length: count }, (_, n) => room(`own_${n}`)),
});
const direct: NavGroup = { kind: "direct", id: "direct", rooms: [room("direct_0")] };
const nothing = { currentId: undefined, hasNews: () => false, newestIds: [] };

test("shows all of as many rooms as there is room for", () => {
  const groups = [own(NAV_ROOMS_MAX - 1), direct];
  expect(chooseRooms(groups, nothing)).toEqual({ groups, others: 0 });
});

test("of more it shows the open one, those with news and the newest, in their order", () => {
  const { groups, others } = chooseRooms([own(200), direct], {
    currentId: "own_199",
    hasNews: (id) => id === "own_7" || id === "direct_0",
    newestIds: Array.from({ length: 60 }, (_, n) => `own_${n + 100}`),
  });
  const ids = groups.map(({ rooms }) => rooms.map(({ id }) => id));
  expect(ids).toEqual([["own_7", ...Array.from({ length: 47 }, (_, n) => `own_${n + 100}`), "own_199"], ["direct_0"]]);
  expect(others).toBe(151);
});

test("a path that is no room, and a room that was left, take no place", () => {
  const { groups, others } = chooseRooms([own(80)], { ...nothing, currentId: "search", newestIds: ["left", "own_79"] });
  const [shown] = groups;
  expect([shown?.rooms.length, shown?.rooms.at(-1)?.id, others]).toEqual([NAV_ROOMS_MAX, "own_79", 30]);
});

test("leaves out a group of which nothing is shown", () => {
  const { groups } = chooseRooms([own(80), direct], nothing);
  expect(groups.map(({ id }) => id)).toEqual(["own"]);
});
