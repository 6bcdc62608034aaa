"use client";

import { Search } from "lucide-react";
import Form from "next/form";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Button } from "@/app/_ui/button";
import { Checkbox, Input, Select } from "@/app/_ui/input";
import { pathOfRoom } from "@/app/rooms/_frame/paths";
import type { Board } from "@/lib/tasks/board";
import { formatDay } from "@/lib/tasks/days";
import { FIRST_VIEW, pathOfView, type TasksView } from "./paths";

interface TaskFiltersProps {
  roomId: string;
  view: TasksView;
  boards: readonly Board[];
}

/** A plain GET form: board and filters live in the address. What is chosen is sent at once where JavaScript runs. */
export function TaskFilters({ roomId, view, boards }: TaskFiltersProps) {
  const t = useTranslations("roomTasks");
  const { mine, overdue, text, ...rest } = view;
  const send = (event: { currentTarget: { form: HTMLFormElement | null } }) =>
    event.currentTarget.form?.requestSubmit();
  return (
    <Form
      action={pathOfRoom(roomId, "tasks")}
      role="search"
      aria-label={t("filters.label")}
      className="flex flex-wrap items-center gap-x-4 gap-y-2"
      key={JSON.stringify(view)}
    >
      {view.view === "timeline" ? <input type="hidden" name="view" value="timeline" /> : null}
      {view.view === "timeline" && view.zoom !== "day" ? <input type="hidden" name="zoom" value={view.zoom} /> : null}
      {view.from === null ? null : <input type="hidden" name="from" value={formatDay(view.from)} />}
      {boards.length > 1 ? (
        <Select
          name="board"
          aria-label={t("boards.label")}
          defaultValue={view.board}
          onChange={send}
          className="w-48 max-sm:w-full"
        >
          {boards.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      ) : (
        <span className="font-medium break-words">{boards[0]?.name}</span>
      )}
      <span className="relative min-w-44 flex-1">
        <Search aria-hidden className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-ink-3" />
        <Input
          name="q"
          type="search"
          defaultValue={text}
          placeholder={t("filters.text")}
          aria-label={t("filters.text")}
          className="pl-8"
        />
      </span>
      {(["mine", "overdue"] as const).map((name) => (
        <label key={name} className="flex min-h-6 items-center gap-2 text-dense">
          <Checkbox name={name} value="1" defaultChecked={view[name]} onChange={send} />
          {t(`filters.${name}`)}
        </label>
      ))}
      <Button type="submit">{t("filters.apply")}</Button>
      {mine || overdue || text !== "" ? (
        <Link
          href={pathOfView(roomId, { ...FIRST_VIEW, ...rest })}
          className="py-1 text-dense text-ink-2 underline underline-offset-4 hover:text-ink"
        >
          {t("filters.clear")}
        </Link>
      ) : null}
    </Form>
  );
}
