import { describe, expect, test } from "vitest";
import { findPending, shapeOf } from "./find-pending";

const [general, other] = ["/rooms/room_01aaa", "/rooms/room_01bbb"];

describe("the area that a navigation replaces", () => {
  test.each([
    ["another section", "/settings/developer", "/settings/account", "settings"],
    ["from the settings to the rooms", "/settings/developer", "/rooms", "settings"],
    ["from the rooms to the settings", "/rooms", "/settings/developer", "rooms"],
    ["another room, whose name and tabs differ", general, other, "rooms"],
    ["from a room to the list of rooms", `${general}/tasks`, "/rooms", "rooms"],
    ["another tab of the same room, which keeps its tabs", general, `${general}/tasks`, "room"],
    ["a thing of the same room", `${general}/tasks`, `${general}/tasks/task_01?view=board`, "room"],
  ] as const)("%s", (_, from, href, area) => {
    expect(findPending(from, href)).toMatchObject({ kind: "page", area });
  });

  test("a filter, a page of a list and an opened row keep the page", () => {
    const path = "/settings/developer/requests";
    expect(findPending(path, `${path}?status=failed`)).toEqual({ kind: "results" });
    expect(findPending(path, `http://localhost:3000${path}?row=req_1#top`)).toEqual({ kind: "results" });
  });

  test.each(["/", "/docs/webhooks", "/login", "/oauth/consent", "/settingsx", "/roomsy"])(
    "%s is loaded as a whole",
    (href) => {
      expect(findPending("/settings/developer", href)).toBeNull();
      expect(findPending(href, "/settings/developer")).toBeNull();
    },
  );
});

test.each([
  [general, "thread"],
  [`${general}/records/rec_01`, "detail"],
  [`${general}/records/rec_01/edit`, "form"],
  ["/rooms/new", "form"],
  [`${general}/files`, "list"],
  ["/settings/developer/webhooks/wh_01", "detail"],
  ["/settings/developer", "list"],
  ["/settings/developer/requests", "pane"],
  ["/settings/developer/webhooks/wh_01/deliveries", "pane"],
  ["/settings/developer/requests/req_01", "detail"],
] as const)("%s looks like a %s", (path, shape) => {
  expect(shapeOf(path)).toBe(shape);
});
