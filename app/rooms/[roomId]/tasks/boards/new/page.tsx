import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { BackLink } from "@/app/_ui/page/back-link";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { openRoomPage } from "@/app/rooms/_frame/open-room";
import { BoardForm } from "../../_form/board-form";
import { FIRST_VIEW, pathOfView } from "../../_parts/tasks-view";

export const generateMetadata = pageTitle("roomTasks.boards.newTitle");

export default renderPage("tab", async function NewBoardPage({ params }: { params: Promise<{ roomId: string }> }) {
  const { access, canWrite } = await openRoomPage((await params).roomId, "tasks");
  const t = await getTranslations("roomTasks");
  const back = pathOfView(access.roomId, FIRST_VIEW);
  if (!canWrite) redirect(back);
  return (
    <>
      <BackLink href={back}>{t("back")}</BackLink>
      <h2 className="mb-4 text-lg font-semibold">{t("boards.newTitle")}</h2>
      <BoardForm roomId={access.roomId} cancelHref={back} />
    </>
  );
});
