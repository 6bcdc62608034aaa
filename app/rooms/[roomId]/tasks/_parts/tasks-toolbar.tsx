"use client";

import { ChartGantt, Kanban, type LucideIcon, Plus } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { LinkButton } from "@/app/_ui/button";
import { mergeClasses } from "@/app/_ui/merge-classes";
import type { Board } from "@/lib/tasks/create-board";
import { pathOfNewBoard, pathOfNewTask, pathOfView, type TasksView } from "./paths";
import { TaskFilters } from "./task-filters";

interface TasksToolbarProps {
  roomId: string;
  view: TasksView;
  boards: readonly Board[];
  canWrite: boolean;
}

const VIEWS: readonly (readonly [TasksView["view"], LucideIcon])[] = [
  ["board", Kanban],
  ["timeline", ChartGantt],
];

export function TasksToolbar({ roomId, view, boards, canWrite }: TasksToolbarProps) {
  const t = useTranslations("roomTasks");
  return (
    <div className="mb-5 grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <nav aria-label={t("views.label")} className="flex rounded-control border border-line bg-surface p-0.5">
          {VIEWS.map(([name, Icon]) => (
            <Link
              key={name}
              href={pathOfView(roomId, { ...view, view: name })}
              aria-current={view.view === name ? "page" : undefined}
              className={mergeClasses(
                "flex h-7.5 items-center gap-1.5 rounded-[0.3125rem] px-2.5 text-dense text-ink-2 transition-colors hover:text-ink",
                view.view === name && "bg-muted font-medium text-ink",
              )}
            >
              <Icon aria-hidden className="size-4" />
              {t(`views.${name}`)}
            </Link>
          ))}
        </nav>
        {canWrite ? (
          <div className="ml-auto flex gap-2">
            <LinkButton look="quiet" href={pathOfNewBoard(roomId)}>
              {t("boards.new")}
            </LinkButton>
            <LinkButton look="primary" href={pathOfNewTask(roomId, view.board)}>
              <Plus aria-hidden />
              {t("new")}
            </LinkButton>
          </div>
        ) : null}
      </div>
      <TaskFilters roomId={roomId} view={view} boards={boards} />
    </div>
  );
}
