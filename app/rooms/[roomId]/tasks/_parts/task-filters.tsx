"use client";

import { useTranslations } from "next-intl";
import { ChoiceSelect } from "@/app/_ui/choice-select";
import { FilterForm } from "@/app/_ui/filter-form";
import { Checkbox } from "@/app/_ui/input";
import { SearchField } from "@/app/_ui/search-field";
import { pathOfRoom } from "@/app/rooms/_frame/paths";
import type { Board } from "@/lib/tasks/create-board";
import { formatDay } from "@/lib/tasks/days";
import { FIRST_VIEW, pathOfView, type TasksView } from "./paths";

interface TaskFiltersProps {
  roomId: string;
  view: TasksView;
  boards: readonly Board[];
}

export function TaskFilters({ roomId, view, boards }: TaskFiltersProps) {
  const t = useTranslations("roomTasks");
  const { mine, overdue, text, ...rest } = view;
  return (
    <FilterForm
      key={JSON.stringify(view)}
      path={pathOfRoom(roomId, "tasks")}
      clearPath={pathOfView(roomId, { ...FIRST_VIEW, ...rest })}
      label={t("filters.label")}
      isFiltered={mine || overdue || text !== ""}
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
          options={boards.map(({ id, name }) => [id, name])}
          className="w-48 max-sm:w-full max-sm:flex-none"
        />
      ) : (
        <span className="font-medium break-words">{boards[0]?.name}</span>
      )}
      <SearchField label={t("filters.text")} text={text} />
      {(["mine", "overdue"] as const).map((name) => (
        <label key={name} className="flex min-h-6 items-center gap-2 text-dense">
          <Checkbox
            name={name}
            value="1"
            defaultChecked={view[name]}
            onChange={(event) => event.currentTarget.form?.requestSubmit()}
          />
          {t(`filters.${name}`)}
        </label>
      ))}
    </FilterForm>
  );
}
