import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { drawPage } from "@/app/_ui/draw-page";
import type { SearchParams } from "@/app/_ui/search-params";
import { openRoomPage } from "@/app/rooms/_frame/open-room";
import { now } from "@/lib/platform/clock";
import { listBoards, readBoard } from "@/lib/tasks/queries";
import { BoardView } from "./_board/board-view";
import { FirstBoard } from "./_parts/first-board";
import { readView } from "./_parts/read-view";
import { TasksToolbar } from "./_parts/tasks-toolbar";
import { TimelineView } from "./_timeline/timeline-view";

interface Props {
  params: Promise<{ roomId: string }>;
  searchParams: SearchParams;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("roomTasks"))("title") };
}

export default drawPage("tab", async function TasksPage({ params, searchParams }: Props) {
  const { userId, access, canWrite } = await openRoomPage((await params).roomId, "tasks");
  const { roomId } = access;
  const [view, boards] = await Promise.all([searchParams.then(readView), listBoards(access)]);
  // A board of another room counts as missing; the first board is shown.
  const board = boards.find(({ id }) => id === view.board) ?? boards[0];
  if (!board) return <FirstBoard roomId={roomId} canWrite={canWrite} />;
  const content = await readBoard(access, board.id, {
    createdById: view.mine ? userId : null,
    isOverdue: view.overdue,
    text: view.text,
  });
  const shown = { ...view, board: board.id };
  const shared = { roomId, content, view: shown, canWrite, now: now().toISOString() };
  return (
    <>
      <TasksToolbar roomId={roomId} view={shown} boards={boards} canWrite={canWrite} />
      {view.view === "timeline" ? <TimelineView {...shared} /> : <BoardView {...shared} />}
    </>
  );
});
