export type PendingArea = "settings" | "rooms" | "room";

const FRAMES = /^\/(settings|rooms)(?:\/|$)/;
const ROOM = /^\/rooms\/(room_[^/]+)/;

/** `results`: the same page with another question, such as a filter. `page`: another page. */
export type Pending = { kind: "results" } | { kind: "page"; area: PendingArea; shape: Shape };

/** Null when the router does not stay within a frame: the browser then loads the page as a whole. */
export function findPending(from: string, href: string): Pending | null {
  const to = new URL(href, "http://local").pathname;
  const frame = frameOf(from);
  if (frame === null || frameOf(to) === null) return null;
  if (from === to) return { kind: "results" };
  const room = ROOM.exec(from)?.[1];
  const isSameRoom = room !== undefined && ROOM.exec(to)?.[1] === room;
  return { kind: "page", area: isSameRoom ? "room" : frame, shape: shapeOf(to) };
}

function frameOf(path: string): "settings" | "rooms" | null {
  const frame = FRAMES.exec(path)?.[1];
  return frame === "settings" || frame === "rooms" ? frame : null;
}

export type Shape = "thread" | "list" | "pane" | "form" | "detail";

const FORM = /\/(?:new|new-message|edit|rotate|revoke|delete|budget|redeliver|test|token|try|account)$/;
const THREAD = /^\/rooms\/room_[^/]+$/;
const PANE = /^\/settings\/.*\/(?:deliveries|requests|agent-runs|audit-log|background|acts)$/;
const DETAIL = /\/[a-z]+_[^/]+$/;

export function shapeOf(path: string): Shape {
  if (THREAD.test(path)) return "thread";
  if (FORM.test(path)) return "form";
  if (PANE.test(path)) return "pane";
  return DETAIL.test(path) ? "detail" : "list";
}
