"use client";

import { ChartGantt, Kanban, type LucideIcon, Plus } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { pathOfRoom, pathOfStep } from "@/app/_links";
import { LinkButton } from "@/app/_ui/controls/button";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { ChoiceSelect } from "@/app/_ui/form/choice-select";
import { Checkbox } from "@/app/_ui/form/input";
import { SearchField } from "@/app/_ui/form/search-field";
import { FilterForm } from "@/app/_ui/list/filter-form";
import { useChosenHref } from "@/app/_ui/pending/navigation";
import type { Board } from "@/lib/tasks/create-board";
import { formatDay } from "@/lib/tasks/days";
import { CHECKS, FIRST_VIEW, pathOfView, type TasksView } from "./tasks-view";

interface TasksToolbarProps {
  roomId: string;
  view: TasksView;
  boards: readonly Board[];
  canAdd: boolean;
}

const VIEWS: readonly (readonly [TasksView["view"], LucideIcon])[] = [
  ["board", Kanban],
  ["timeline", ChartGantt],
];

export function TasksToolbar({ roomId, view, boards, canAdd }: TasksToolbarProps) {
  const t = useTranslations("roomTasks");
  const tasks = pathOfRoom(roomId, "tasks");
  const hrefOf = (name: TasksView["view"]) => pathOfView(roomId, { ...view, view: name });
  const shownHref = useChosenHref(VIEWS.map(([name]) => hrefOf(name))) ?? hrefOf(view.view);
  return (
    <div className="mb-5 grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <nav aria-label={t("views.label")} className="flex rounded-control border border-line bg-surface p-0.5">
          {VIEWS.map(([name, Icon]) => (
            <Link
              key={name}
              href={hrefOf(name)}
              aria-current={hrefOf(name) === shownHref ? "page" : undefined}
              className={joinClasses(
                "flex h-7.5 items-center gap-1.5 rounded-[0.3125rem] px-2.5 text-dense transition-colors hover:text-ink",
                hrefOf(name) === shownHref ? "bg-muted font-medium text-ink" : "text-ink-2",
              )}
            >
              <Icon aria-hidden className="size-4" />
              {t(`views.${name}`)}
            </Link>
          ))}
        </nav>
        <div className="ms-auto flex flex-wrap gap-2">
          <LinkButton look="quiet" href={pathOfStep(pathOfView(roomId, view), "boards")} scroll={false}>
            {t("boards.all")}
          </LinkButton>
          {canAdd ? (
            <LinkButton look="primary" href={`${tasks}/new?board=${encodeURIComponent(view.board)}`}>
              <Plus aria-hidden />
              {t("new")}
            </LinkButton>
          ) : null}
        </div>
      </div>
      <TaskFilters roomId={roomId} view={view} boards={boards} />
    </div>
  );
}

function TaskFilters({ roomId, view, boards }: Omit<TasksToolbarProps, "canAdd">) {
  const t = useTranslations("roomTasks");
  const { checks, text, ...rest } = view;
  return (
    <FilterForm
      key={JSON.stringify(view)}
      path={pathOfRoom(roomId, "tasks")}
      clearPath={pathOfView(roomId, { ...FIRST_VIEW, ...rest })}
      label={t("filters.label")}
      isFiltered={checks.length > 0 || text !== ""}
      className="gap-x-4"
    >
      {view.view === "timeline" ? <input type="hidden" name="view" value="timeline" /> : null}
      {view.view === "timeline" && view.zoom !== "day" ? <input type="hidden" name="zoom" value={view.zoom} /> : null}
      {view.from === null ? null : <input type="hidden" name="from" value={formatDay(view.from)} />}
      {boards.length > 1 ? (
        <ChoiceSelect
          name="board"
          label={t("boards.label")}
          value={view.board}
          options={boards.map(({ id, name, isArchived }) => [
            id,
            isArchived ? t("boards.archivedName", { name }) : name,
          ])}
          className="w-48 max-sm:w-full max-sm:flex-none!"
        />
      ) : (
        <span className="font-medium">{boards[0]?.name}</span>
      )}
      <SearchField label={t("filters.text")} text={text} />
      {CHECKS.map((name) => (
        <label key={name} className="flex min-h-6 items-center gap-2 text-dense">
          <Checkbox name={name} value="1" defaultChecked={checks.includes(name)} />
          {t(`filters.${name}`)}
        </label>
      ))}
    </FilterForm>
  );
}
