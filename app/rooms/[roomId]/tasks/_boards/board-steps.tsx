import { Archive, Kanban, Pencil } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { pathOfStep } from "@/app/_links";
import { LinkButton } from "@/app/_ui/controls/button";
import { StepDialog } from "@/app/_ui/controls/dialog";
import { PlainForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { DoneNotice } from "@/app/_ui/page/done-notice";
import { Section } from "@/app/_ui/page/section";
import { mayManage } from "@/lib/access/membership";
import type { RoomAccess } from "@/lib/access/open-room";
import type { Board } from "@/lib/tasks/create-board";
import { listCountedBoards } from "@/lib/tasks/queries";
import { FIRST_VIEW, pathOfView, type TasksView } from "../_parts/tasks-view";
import { switchBoard } from "./actions";
import { BoardForm } from "./board-form";

interface BoardStepProps {
  access: RoomAccess;
  canWrite: boolean;
  view: TasksView;
  boards: readonly Board[];
  query: Awaited<SearchParams>;
}

export function BoardStep({ access, canWrite, view, boards, query }: BoardStepProps) {
  const step = readText(query, "step");
  if (step === "boards")
    return <AllBoards access={access} canWrite={canWrite} view={view} done={readText(query, "done")} />;
  if (step === "board" && canWrite) return <BoardSettings access={access} view={view} boards={boards} />;
  return null;
}

const DONE = ["renamed", "archived", "restored"] as const;

type AllBoardsProps = Pick<BoardStepProps, "access" | "canWrite" | "view"> & { done: string };

async function AllBoards({ access, canWrite, view, done }: AllBoardsProps) {
  const { roomId } = access;
  const [boards, t] = await Promise.all([listCountedBoards(access), getTranslations("roomTasks.boards")]);
  const [open, archived] = [false, true].map((is) => boards.filter(({ isArchived }) => isArchived === is));
  const known = DONE.find((name) => name === done);
  return (
    <StepDialog backHref={pathOfView(roomId, view)} title={t("all")}>
      {known ? <DoneNotice>{t(`done.${known}`)}</DoneNotice> : null}
      {open?.length ? <BoardRows roomId={roomId} canWrite={canWrite} boards={open} /> : null}
      {archived?.length ? (
        <Section id="archived" title={t("archived")}>
          <BoardRows roomId={roomId} canWrite={canWrite} boards={archived} />
        </Section>
      ) : null}
      {canWrite ? (
        <Section id="new-board" title={t("new")}>
          <BoardForm roomId={roomId} />
        </Section>
      ) : null}
    </StepDialog>
  );
}

interface BoardRowsProps {
  roomId: string;
  canWrite: boolean;
  boards: Awaited<ReturnType<typeof listCountedBoards>>;
}

function BoardRows({ roomId, canWrite, boards }: BoardRowsProps) {
  const t = useTranslations("roomTasks.boards");
  return (
    <ul className="divide-y divide-line">
      {boards.map(({ id, name, isArchived, tasks }) => {
        const Icon = isArchived ? Archive : Kanban;
        const view = { ...FIRST_VIEW, board: id };
        return (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
            <Icon aria-hidden className="size-4 text-ink-3" />
            <Link
              href={pathOfView(roomId, view)}
              className="min-w-0 flex-1 font-medium underline-offset-4 hover:underline"
            >
              {name}
            </Link>
            <span className="text-dense text-ink-3">{t("tasks", { count: tasks })}</span>
            {canWrite ? (
              <LinkButton
                look="quiet"
                size="icon"
                href={pathOfStep(pathOfView(roomId, view), "board")}
                scroll={false}
                aria-label={t("edit", { name })}
              >
                <Pencil aria-hidden />
              </LinkButton>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

function BoardSettings({ access, view, boards }: Pick<BoardStepProps, "access" | "view" | "boards">) {
  const t = useTranslations("roomTasks.boards");
  const { roomId } = access;
  const board = boards.find(({ id }) => id === view.board);
  if (!board) return null;
  const path = pathOfView(roomId, view);
  const isLast = !boards.some(({ id, isArchived }) => id !== board.id && !isArchived);
  return (
    <StepDialog backHref={path} title={t("edit", { name: board.name })}>
      <BoardForm roomId={roomId} board={board} cancelHref={path} />
      {mayManage(access.role) ? <ArchiveSection roomId={roomId} board={board} isLast={isLast} /> : null}
    </StepDialog>
  );
}

function ArchiveSection({ roomId, board, isLast }: { roomId: string; board: Board; isLast: boolean }) {
  const t = useTranslations("roomTasks.boards");
  const { id: boardId, isArchived } = board;
  return (
    <Section id="archive" title={t(isArchived ? "restoreTitle" : "archiveTitle")}>
      <p className="text-dense text-ink-2 text-pretty">
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
