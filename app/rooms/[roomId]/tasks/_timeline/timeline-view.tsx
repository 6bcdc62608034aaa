"use client";

import { CalendarPlus, ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { pathOfTask } from "@/app/_links";
import { Button, LinkButton } from "@/app/_ui/controls/button";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { useRoomRefresh } from "@/app/rooms/_live/room-watch";
import type { BoardTask } from "@/lib/tasks/card";
import { dayOf } from "@/lib/tasks/days";
import { openWindow, readSpan, scheduleDay, turnWindow, type Window, ZOOMS, type Zoom } from "@/lib/tasks/timeline";
import { type DayWords, useDayWords, useZone } from "../_parts/dates";
import { TaskStatusIcon } from "../_parts/task-status";
import { pathOfView, type TasksView, type TasksViewProps } from "../_parts/tasks-view";
import { SaidRegion, useTaskEdits } from "../_parts/use-task-edits";
import { type Planned, TimelineGrid } from "./timeline-grid";
import { useBarDraft } from "./use-bar-draft";

const DAY_WIDTHS: Readonly<Record<Zoom, number>> = { day: 32, week: 8 };

export function TimelineView({ roomId, content, view, canWrite, now }: TasksViewProps) {
  const t = useTranslations("roomTasks");
  const zone = useZone();
  const today = dayOf(new Date(now), zone);
  const words = useDayWords(today, zone);
  const window = openWindow(view.zoom, today, view.from);
  const axis = { window, zoom: view.zoom, today, dayWidth: DAY_WIDTHS[view.zoom] };
  const { shown, edit, said, say } = useTaskEdits(roomId, content.tasks);
  const bars = useBarDraft({ zone, words, edit, say });
  useRoomRefresh({ roomId, types: ["task."], isBusy: bars.isMoving });
  const planned = shown
    .flatMap((task) => {
      const span = readSpan(task, zone);
      return span ? [{ task, span }] : [];
    })
    .sort((a, b) => a.span.from - b.span.from || a.span.to - b.span.to || (a.task.id < b.task.id ? -1 : 1));
  const unplanned = shown.filter((task) => readSpan(task, zone) === null);
  const planToday = (task: BoardTask) =>
    edit(task, scheduleDay(today, zone), t("said.planned", { title: task.title, dates: words.day(today) }));
  return (
    <>
      <SaidRegion said={said} />
      <TimelineTools roomId={roomId} view={view} window={window} />
      {planned.length === 0 ? (
        <p className="card px-5 py-8 text-center text-ink-2">{t("timeline.empty")}</p>
      ) : (
        <>
          {canWrite ? (
            <p id="timeline-help" className="mb-2 text-xs text-ink-3 pointer-coarse:sr-only">
              {t("timeline.help")}
            </p>
          ) : null}
          <TimelineGrid
            planned={planned}
            beginsToday={view.from === null}
            bar={{ roomId, axis, now, words, bars: canWrite ? bars : null }}
          />
          <TimelineTable roomId={roomId} planned={planned} words={words} />
        </>
      )}
      {unplanned.length > 0 ? (
        <UnplannedTasks roomId={roomId} tasks={unplanned} onPlan={canWrite ? planToday : null} />
      ) : null}
    </>
  );
}

function TimelineTools({ roomId, view, window }: { roomId: string; view: TasksView; window: Window }) {
  const t = useTranslations("roomTasks.timeline");
  const at = (from: TasksView["from"]) => pathOfView(roomId, { ...view, from });
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <LinkButton size="small" href={at(turnWindow(window, -1))} scroll={false}>
        <ChevronLeft aria-hidden />
        {t("earlier")}
      </LinkButton>
      <LinkButton size="small" href={at(null)} scroll={false}>
        {t("today")}
      </LinkButton>
      <LinkButton size="small" href={at(turnWindow(window, 1))} scroll={false}>
        {t("later")}
        <ChevronRight aria-hidden />
      </LinkButton>
      <nav aria-label={t("zoom")} className="ms-auto flex rounded-control border border-line bg-surface p-0.5">
        {ZOOMS.map((zoom) => (
          <Link
            key={zoom}
            href={pathOfView(roomId, { ...view, zoom })}
            scroll={false}
            aria-current={view.zoom === zoom ? "true" : undefined}
            className={joinClasses(
              "flex h-6 min-w-6 items-center justify-center rounded-[0.3125rem] px-2 text-xs hover:text-ink",
              view.zoom === zoom ? "bg-muted font-medium text-ink" : "text-ink-2",
            )}
          >
            {t(`zooms.${zoom}`)}
          </Link>
        ))}
      </nav>
    </div>
  );
}

interface UnplannedTasksProps {
  roomId: string;
  tasks: readonly BoardTask[];
  /** null for guests, who have read-only access. */
  onPlan: ((task: BoardTask) => void) | null;
}

function UnplannedTasks({ roomId, tasks, onPlan }: UnplannedTasksProps) {
  const t = useTranslations("roomTasks.timeline");
  return (
    <section aria-labelledby="unplanned" className="mt-6">
      <h2 id="unplanned" className="text-dense font-semibold">
        {t("unplanned")}
      </h2>
      <p className="mb-2 text-dense text-ink-3">{t("unplannedText")}</p>
      <ul className="card divide-y divide-line">
        {tasks.map((task) => (
          <li key={task.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
            <TaskStatusIcon status={task.status} />
            <Link href={pathOfTask(roomId, task.id)} className="min-w-0 flex-1 basis-40 text-dense hover:underline">
              {task.title}
            </Link>
            {onPlan ? (
              <Button
                look="quiet"
                size="small"
                aria-label={t("planToday", { title: task.title })}
                onClick={() => onPlan(task)}
              >
                <CalendarPlus aria-hidden />
                {t("planTodayShort")}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface TimelineTableProps {
  roomId: string;
  planned: readonly Planned[];
  words: DayWords;
}

function TimelineTable({ roomId, planned, words }: TimelineTableProps) {
  const t = useTranslations("roomTasks");
  const show = (at: string | null) => (at === null ? t("timeline.none") : words.instant(at));
  return (
    <details className="group mt-3">
      <summary className="inline-flex min-h-6 items-center gap-1.5 rounded-control text-dense text-ink-2 hover:text-ink">
        <ChevronRight aria-hidden className="size-3.5 transition-transform group-open:rotate-90" />
        {t("timeline.asTable")}
      </summary>
      <div className="card mt-2 overflow-x-auto">
        <table className="w-full text-start text-dense [&_td]:px-4 [&_td]:py-2 [&_th]:px-4 [&_th]:py-2">
          <caption className="sr-only">{t("timeline.caption")}</caption>
          <thead className="border-b border-line text-ink-3 [&_th]:font-normal">
            <tr>
              {(["task", "status", "start", "due", "length"] as const).map((name) => (
                <th key={name} scope="col">
                  {t(`timeline.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {planned.map(({ task, span }) => (
              <tr key={task.id}>
                <th scope="row" className="min-w-40 font-medium">
                  <Link href={pathOfTask(roomId, task.id)} className="hover:underline">
                    {task.title}
                  </Link>
                </th>
                <td className="whitespace-nowrap">{t(`status.${task.status}`)}</td>
                <td className="whitespace-nowrap">{show(task.startDate)}</td>
                <td className="whitespace-nowrap">{show(task.dueDate)}</td>
                <td className="whitespace-nowrap">{t("timeline.days", { count: span.to - span.from + 1 })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
