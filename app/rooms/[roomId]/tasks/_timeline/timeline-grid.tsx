"use client";

import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { type ComponentProps, useEffect, useRef } from "react";
import { pathOfTask } from "@/app/_links";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import type { BoardTask } from "@/lib/tasks/card";
import { type Day, toUtcNoon, weekdayOf } from "@/lib/tasks/days";
import { listMonths, type Span } from "@/lib/tasks/timeline";
import { TaskStatusIcon } from "../_parts/task-status";
import { type Axis, TimelineBar } from "./timeline-bar";

export interface Planned {
  task: BoardTask;
  span: Span;
}

interface TimelineGridProps {
  planned: readonly Planned[];
  beginsToday: boolean;
  bar: Omit<ComponentProps<typeof TimelineBar>, "task" | "span">;
}

function paintWeeks(dayWidth: number): string {
  const [weekend, week] = [dayWidth * 5, dayWidth * 7];
  const lines = `repeating-linear-gradient(to right, var(--line) 0 1px, transparent 1px ${week}px)`;
  const shade = `repeating-linear-gradient(to right, transparent 0 ${weekend}px, var(--muted) ${weekend}px ${week}px)`;
  return `${lines}, ${shade}`;
}

export function TimelineGrid({ planned, beginsToday, bar }: TimelineGridProps) {
  const t = useTranslations("roomTasks.timeline");
  const { window, today, dayWidth } = bar.axis;
  const track = { width: window.days * dayWidth, backgroundImage: paintWeeks(dayWidth) };
  const todayAt = today - window.from;
  const scroller = useToday(beginsToday ? todayAt : null, dayWidth);
  return (
    <section dir="ltr" ref={scroller} data-scroller aria-label={t("label")} className="card overflow-x-auto">
      <div className="relative w-max min-w-full">
        <div className="flex border-b border-line">
          <div
            data-sticky
            className="sticky left-0 z-20 flex w-32 shrink-0 items-end border-r border-line bg-surface px-3 pb-1.5 text-xs text-ink-3 sm:w-60"
          >
            {t("task")}
          </div>
          <TimelineScale axis={bar.axis} />
        </div>
        <ul className="relative">
          {planned.map(({ task, span }) => (
            <li key={task.id} className="flex border-b border-line last:border-b-0">
              <div className="sticky left-0 z-20 flex w-32 shrink-0 items-center gap-2 border-r border-line bg-surface px-3 py-1.5 sm:w-60">
                <TaskStatusIcon status={task.status} />
                <Link
                  href={pathOfTask(bar.roomId, task.id)}
                  className="line-clamp-2 min-w-0 text-dense hover:underline"
                >
                  {task.title}
                </Link>
              </div>
              <div className="relative min-h-11 shrink-0" style={track} data-track>
                {todayAt >= 0 && todayAt < window.days ? (
                  <span
                    aria-hidden
                    className="pointer-events-none absolute inset-y-0 w-0.5 bg-accent/70"
                    style={{ left: (todayAt + 0.5) * dayWidth - 1 }}
                  />
                ) : null}
                <TimelineBar {...bar} task={task} span={bar.bars?.findSpan(task.id) ?? span} />
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function useToday(todayAt: number | null, dayWidth: number) {
  const scroller = useRef<HTMLElement>(null);
  useEffect(() => {
    const box = scroller.current;
    const lead = box?.querySelector("[data-sticky]")?.clientWidth ?? 0;
    if (!box || todayAt === null) return;
    box.scrollLeft = Math.round(todayAt - (box.clientWidth - lead) / 3 / dayWidth) * dayWidth;
  }, [todayAt, dayWidth]);
  return scroller;
}

const TODAY_PX = 36;
const MONTH_PX = 120;

/** Months above, days or Mondays below. Hidden from screen readers: each bar states its own dates. */
function TimelineScale({ axis: { window, zoom, today, dayWidth } }: { axis: Axis }) {
  const format = useFormatter();
  const t = useTranslations("roomTasks.timeline");
  const days = Array.from({ length: window.days }, (_, offset) => window.from + offset);
  const marks = zoom === "day" ? days : days.filter((day) => weekdayOf(day) === 0);
  const isShown = today >= window.from && today < window.from + window.days;
  const isHidden = (day: Day) => zoom === "week" && isShown && Math.abs(day + 1 - today) * dayWidth < TODAY_PX;
  return (
    <div aria-hidden className="relative shrink-0 text-xs text-ink-3" style={{ width: window.days * dayWidth }}>
      <div className="flex h-7 items-center">
        {listMonths(window).map(({ day, length }) => (
          <span
            key={day}
            className="shrink-0 overflow-clip border-l border-line pl-1.5 font-medium whitespace-nowrap text-ink-2 first:border-l-0"
            style={{ width: length * dayWidth }}
          >
            {length * dayWidth >= MONTH_PX ? (
              <span className="sticky left-33.5 inline-block pr-1.5 sm:left-61.5">
                {format.dateTime(toUtcNoon(day), { month: "long", year: "numeric", timeZone: "UTC" })}
              </span>
            ) : null}
          </span>
        ))}
      </div>
      <div className="flex h-7 items-center">
        {marks.map((day) => (
          <span
            key={day}
            className={joinClasses(
              "grid h-5 shrink-0 place-items-center",
              zoom === "week" && "justify-items-start pl-1",
              zoom === "day" && day === today && "mx-1 rounded-full bg-accent-solid font-semibold text-white",
            )}
            style={{ width: zoom === "day" ? dayWidth - (day === today ? 8 : 0) : 7 * dayWidth }}
          >
            {isHidden(day) ? null : toUtcNoon(day).getUTCDate()}
          </span>
        ))}
      </div>
      {isShown && zoom === "week" ? (
        <span
          className="absolute bottom-0.5 h-5 -translate-x-1/2 rounded-full bg-accent-solid px-1.5 leading-5 font-semibold whitespace-nowrap text-white"
          style={{ left: (today - window.from + 0.5) * dayWidth }}
        >
          {t("today")}
        </span>
      ) : null}
    </div>
  );
}
