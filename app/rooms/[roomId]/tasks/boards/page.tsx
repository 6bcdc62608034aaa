import { Archive, Kanban, Pencil, Plus } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/app/_ui/controls/button";
import { readText } from "@/app/_ui/list/search-params";
import { BackLink } from "@/app/_ui/page/back-link";
import { DoneNotice } from "@/app/_ui/page/done-notice";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { Section } from "@/app/_ui/page/section";
import { openRoomPage, type RoomPageProps } from "@/app/rooms/_frame/open-room";
import { listCountedBoards } from "@/lib/tasks/queries";
import { FIRST_VIEW, pathOfBoard, pathOfView } from "../_parts/tasks-view";

export const generateMetadata = pageTitle("roomTasks.boards.all");

const DONE = ["renamed", "archived", "restored"] as const;

export default renderPage("tab", async function BoardsPage({ params, searchParams }: RoomPageProps) {
  const { access, canWrite } = await openRoomPage((await params).roomId, "tasks");
  const { roomId } = access;
  const [boards, given, t] = await Promise.all([listCountedBoards(access), searchParams, getTranslations("roomTasks")]);
  const [open, archived] = [false, true].map((is) => boards.filter(({ isArchived }) => isArchived === is));
  const done = DONE.find((name) => name === readText(given, "done"));
  const shared = { roomId, canWrite };
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-x-10 gap-y-9">
      <div>
        <BackLink href={pathOfView(roomId, FIRST_VIEW)}>{t("back")}</BackLink>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-lg font-semibold">{t("boards.all")}</h2>
          {canWrite ? (
            <LinkButton look="primary" href={`${pathOfBoard(roomId)}/new`}>
              <Plus aria-hidden />
              {t("boards.new")}
            </LinkButton>
          ) : null}
        </div>
      </div>
      {done ? <DoneNotice>{t(`boards.done.${done}`)}</DoneNotice> : null}
      <Section id="open" title={t("boards.open")}>
        {open?.length ? (
          <BoardRows {...shared} boards={open} />
        ) : (
          <p className="text-ink-2">{t("boards.emptyTitle")}</p>
        )}
      </Section>
      {archived?.length ? (
        <Section id="archived" title={t("boards.archived")}>
          <BoardRows {...shared} boards={archived} />
        </Section>
      ) : null}
    </div>
  );
});

interface BoardRowsProps {
  roomId: string;
  canWrite: boolean;
  boards: Awaited<ReturnType<typeof listCountedBoards>>;
}

function BoardRows({ roomId, canWrite, boards }: BoardRowsProps) {
  const t = useTranslations("roomTasks.boards");
  return (
    <ul className="card divide-y divide-line">
      {boards.map(({ id, name, isArchived, tasks }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
          {isArchived ? (
            <Archive aria-hidden className="size-4 text-ink-3" />
          ) : (
            <Kanban aria-hidden className="size-4 text-ink-3" />
          )}
          <Link
            href={pathOfView(roomId, { ...FIRST_VIEW, board: id })}
            className="min-w-0 flex-1 font-medium underline-offset-4 hover:underline"
          >
            {name}
          </Link>
          <span className="text-dense text-ink-3">{t("tasks", { count: tasks })}</span>
          {canWrite ? (
            <LinkButton look="quiet" href={pathOfBoard(roomId, id)} aria-label={t("edit", { name })}>
              <Pencil aria-hidden />
            </LinkButton>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
