import { pathOfRoom } from "@/app/_links";
import type { OriginMark } from "@/lib/requests/origin-mark";
import type { BoardContent } from "@/lib/tasks/card";
import { type Day, formatDay } from "@/lib/tasks/days";
import type { Zoom } from "@/lib/tasks/timeline";

export const CHECKS = ["assigned", "mine", "overdue"] as const;

export interface TasksView {
  view: "board" | "timeline";
  board: string;
  checks: readonly (typeof CHECKS)[number][];
  text: string;
  zoom: Zoom;
  /** First day of the timeline; null means shortly before today. */
  from: Day | null;
}

export interface TasksViewProps {
  roomId: string;
  content: BoardContent;
  origins: Readonly<Record<string, OriginMark>>;
  view: TasksView;
  canWrite: boolean;
  /** The server's clock. */
  now: string;
}

export const FIRST_VIEW: TasksView = {
  view: "board",
  board: "",
  checks: [],
  text: "",
  zoom: "day",
  from: null,
};

export function pathOfView(roomId: string, { view, board, checks, text, zoom, from }: TasksView): string {
  const query = new URLSearchParams({
    ...(view === "board" ? {} : { view }),
    ...(board === "" ? {} : { board }),
    ...Object.fromEntries(checks.map((name) => [name, "1"])),
    ...(text === "" ? {} : { q: text }),
    ...(view === "timeline" && zoom !== "day" ? { zoom } : {}),
    ...(view === "timeline" && from !== null ? { from: formatDay(from) } : {}),
  }).toString();
  return `${pathOfRoom(roomId, "tasks")}${query === "" ? "" : `?${query}`}`;
}
