import { expect, test } from "vitest";
import { addWatcher, isWatched, listWatchedRooms, publishChange, type RoomChange } from "./room-watch";

const change = (id: string, roomId: string): RoomChange => ({
  id,
  type: "task.updated",
  roomId,
  objectId: "task",
  createdAt: new Date(),
});

test("each change is reported once to every watcher of its room, and to none that left", () => {
  const heard: string[] = [];
  const stopFirst = addWatcher("room_a", ({ id }) => heard.push(`first ${id}`));
  const stopSecond = addWatcher("room_a", ({ id }) => heard.push(`second ${id}`));
  publishChange(change("evt_1", "room_a"));
  publishChange(change("evt_1", "room_a"));
  publishChange(change("evt_2", "room_b"));
  stopFirst();
  publishChange(change("evt_3", "room_a"));
  stopFirst();
  expect(isWatched("room_a")).toBe(true);
  stopSecond();
  expect(heard).toEqual(["first evt_1", "second evt_1", "second evt_3"]);
  expect(isWatched("room_a")).toBe(false);
  expect(listWatchedRooms()).toEqual([]);
});
