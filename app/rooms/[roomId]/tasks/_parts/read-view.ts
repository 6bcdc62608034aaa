import { readText, type SearchParams } from "@/app/_ui/search-params";
import { parseDay } from "@/lib/tasks/days";
import { ZOOMS } from "@/lib/tasks/timeline";
import { FIRST_VIEW, type TasksView } from "./paths";

const TEXT_MAX = 200;

/** Invalid parameters are ignored, so a mistyped URL shows the board. */
export function readView(params: Awaited<SearchParams>): TasksView {
  const read = (name: string) => readText(params, name);
  return {
    view: read("view") === "timeline" ? "timeline" : FIRST_VIEW.view,
    board: read("board"),
    mine: read("mine") === "1",
    overdue: read("overdue") === "1",
    // PostgreSQL text cannot contain NUL.
    text: read("q").replaceAll("\u0000", "").trim().slice(0, TEXT_MAX).toWellFormed(),
    zoom: ZOOMS.find((zoom) => zoom === read("zoom")) ?? FIRST_VIEW.zoom,
    from: parseDay(read("from")),
  };
}
