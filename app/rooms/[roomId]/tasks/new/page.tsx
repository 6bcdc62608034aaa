import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { readText } from "@/app/_ui/list/search-params";
import { BackLink } from "@/app/_ui/page/back-link";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { openRoomPage, type RoomPageProps } from "@/app/rooms/_frame/open-room";
import { listAssignable, listBoards } from "@/lib/tasks/queries";
import { NewTaskForm } from "../_form/new-task-form";
import { People } from "../_parts/people";
import { FIRST_VIEW, pathOfView } from "../_parts/tasks-view";

export const generateMetadata = pageTitle("roomTasks.form.newTitle");

export default renderPage("tab", async function NewTaskPage({ params, searchParams }: RoomPageProps) {
  const { access, canWrite } = await openRoomPage((await params).roomId, "tasks");
  const { roomId } = access;
  const [all, people, given, t] = await Promise.all([
    listBoards(access),
    listAssignable(access, null),
    searchParams,
    getTranslations("roomTasks"),
  ]);
  const boards = all.filter(({ isArchived }) => !isArchived);
  const board = boards.find(({ id }) => id === readText(given, "board")) ?? boards[0];
  if (!board || !canWrite) redirect(pathOfView(roomId, FIRST_VIEW));
  const back = pathOfView(roomId, { ...FIRST_VIEW, board: board.id });
  return (
    <>
      <BackLink href={back}>{t("back")}</BackLink>
      <h2 className="mb-4 text-lg font-semibold">{t("form.newTitle")}</h2>
      <People value={people}>
        <NewTaskForm roomId={roomId} boards={boards} boardId={board.id} cancelHref={back} />
      </People>
    </>
  );
});
