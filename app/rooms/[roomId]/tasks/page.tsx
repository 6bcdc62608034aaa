import { Kanban } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { pathOfStep } from "@/app/_links";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { EmptyState } from "@/app/_ui/page/empty-state";
import { Notice } from "@/app/_ui/page/notice";
import { openShownTitle } from "@/app/_ui/page/open-shown-title";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { openRoomPage, type RoomPageProps } from "@/app/rooms/_frame/open-room";
import { now } from "@/lib/platform/clock";
import { nameOrigins } from "@/lib/requests/read-origins";
import { parseDay } from "@/lib/tasks/days";
import { listBoards, readBoard } from "@/lib/tasks/queries";
import { ZOOMS } from "@/lib/tasks/timeline";
import { BoardView } from "./_board/board-view";
import { BoardForm } from "./_boards/board-form";
import { BoardStep } from "./_boards/board-steps";
import { TasksToolbar } from "./_parts/tasks-toolbar";
import { CHECKS, FIRST_VIEW, pathOfView, type TasksView, type TasksViewProps } from "./_parts/tasks-view";
import { TimelineView } from "./_timeline/timeline-view";

export const generateMetadata = pageTitle("roomTasks.title");

export default renderPage("tab", async function TasksPage({ params, searchParams }: RoomPageProps) {
  const { userId, access, canWrite } = await openRoomPage((await params).roomId, "tasks");
  const { roomId } = access;
  const [query, boards] = await Promise.all([searchParams, listBoards(access)]);
  const view = readView(query);
  const open = boards.filter(({ isArchived }) => !isArchived);
  const board = boards.find(({ id }) => id === view.board) ?? open[0];
  if (!board) return <FirstBoard roomId={roomId} canWrite={canWrite} />;
  const content = await readBoard(access, board.id, {
    assigneeId: view.checks.includes("assigned") ? userId : null,
    createdById: view.checks.includes("mine") ? userId : null,
    isOverdue: view.checks.includes("overdue"),
    text: view.text,
  });
  const shown = { ...view, board: board.id };
  const [nameOrigin, shownTitle] = await Promise.all([nameOrigins(content.tasks), openShownTitle()]);
  const origins = Object.fromEntries(
    content.tasks.flatMap(({ id, viaId }) => {
      const origin = nameOrigin(viaId);
      return origin ? [[id, origin]] : [];
    }),
  );
  const tasks = content.tasks.map(({ viaId: _, ...task }) => ({ ...task, title: shownTitle(task.title) }));
  const shared = {
    roomId,
    content: { ...content, tasks },
    origins,
    view: shown,
    canWrite: canWrite && !board.isArchived,
    now: now().toISOString(),
  };
  return (
    <>
      <BoardStep access={access} canWrite={canWrite} view={shown} boards={boards} query={query} />
      <TasksToolbar
        roomId={roomId}
        view={shown}
        boards={board.isArchived ? [...open, board] : open}
        canAdd={canWrite && !board.isArchived}
      />
      {board.isArchived ? <ArchivedNotice roomId={roomId} view={shown} canWrite={canWrite} /> : null}
      <div data-results>{view.view === "timeline" ? <TimelineView {...shared} /> : <BoardView {...shared} />}</div>
    </>
  );
});

function FirstBoard({ roomId, canWrite }: { roomId: string; canWrite: boolean }) {
  const t = useTranslations("roomTasks.boards");
  return (
    <EmptyState icon={Kanban} title={t("emptyTitle")} text={canWrite ? t("emptyText") : t("emptyGuest")}>
      {canWrite ? <BoardForm roomId={roomId} /> : null}
    </EmptyState>
  );
}

function ArchivedNotice({ roomId, view, canWrite }: Omit<TasksViewProps, "content" | "origins" | "now">) {
  const t = useTranslations("roomTasks.boards");
  return (
    <div className="mb-5">
      <Notice>
        {t("isArchived")}{" "}
        {canWrite ? (
          <Link
            href={pathOfStep(pathOfView(roomId, view), "board")}
            scroll={false}
            className="font-medium underline underline-offset-4"
          >
            {t("settings")}
          </Link>
        ) : null}
      </Notice>
    </div>
  );
}

const TEXT_MAX = 200;

/** Invalid parameters are ignored, so a mistyped URL shows the board. */
function readView(params: Awaited<SearchParams>): TasksView {
  const read = (name: string) => readText(params, name);
  return {
    view: read("view") === "timeline" ? "timeline" : FIRST_VIEW.view,
    board: read("board"),
    checks: CHECKS.filter((name) => read(name) === "1"),
    // PostgreSQL text cannot contain NUL.
    text: read("q").replaceAll("\u0000", "").trim().slice(0, TEXT_MAX).toWellFormed(),
    zoom: ZOOMS.find((zoom) => zoom === read("zoom")) ?? FIRST_VIEW.zoom,
    from: parseDay(read("from")),
  };
}
