import { notFound, redirect } from "next/navigation";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { PlainForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { BackLink } from "@/app/_ui/page/back-link";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { Section } from "@/app/_ui/page/section";
import { openRoomPage } from "@/app/rooms/_frame/open-room";
import { mayManage } from "@/lib/access/membership";
import type { Board } from "@/lib/tasks/create-board";
import { listBoards } from "@/lib/tasks/queries";
import { BoardForm } from "../../_form/board-form";
import { pathOfBoard } from "../../_parts/tasks-view";
import { switchBoard } from "../actions";

interface Props {
  params: Promise<{ roomId: string; boardId: string }>;
}

export const generateMetadata = pageTitle("roomTasks.boards.settings");

export default renderPage("tab", async function BoardPage({ params }: Props) {
  const { roomId, boardId } = await params;
  const { access, canWrite } = await openRoomPage(roomId, "tasks");
  const [boards, t] = await Promise.all([listBoards(access), getTranslations("roomTasks.boards")]);
  const board = boards.find(({ id }) => id === boardId);
  if (!board) notFound();
  const back = pathOfBoard(access.roomId);
  if (!canWrite) redirect(back);
  const isLast = !boards.some(({ id, isArchived }) => id !== board.id && !isArchived);
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-x-10 gap-y-9">
      <div>
        <BackLink href={back}>{t("all")}</BackLink>
        <h2 className="mb-4 text-lg font-semibold">{board.name}</h2>
        <BoardForm roomId={access.roomId} board={board} cancelHref={back} />
      </div>
      {mayManage(access.role) ? <ArchiveSection roomId={access.roomId} board={board} isLast={isLast} /> : null}
    </div>
  );
});

function ArchiveSection({ roomId, board, isLast }: { roomId: string; board: Board; isLast: boolean }) {
  const t = useTranslations("roomTasks.boards");
  const { id: boardId, isArchived } = board;
  return (
    <Section id="archive" title={t(isArchived ? "restoreTitle" : "archiveTitle")}>
      <p className="max-w-2xl text-dense text-ink-2 text-pretty">
        {t(isArchived ? "restoreText" : isLast ? "archiveLast" : "archiveText")}
      </p>
      {isArchived || !isLast ? (
        <PlainForm
          action={switchBoard}
          failed={t("switchFailed")}
          hidden={{ roomId, boardId, archive: `${!isArchived}` }}
        >
          <SubmitButton look="plain">{t(isArchived ? "restore" : "archive")}</SubmitButton>
        </PlainForm>
      ) : null}
    </Section>
  );
}
