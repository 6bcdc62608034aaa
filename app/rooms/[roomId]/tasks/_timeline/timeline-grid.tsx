"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { mergeClasses } from "@/app/_ui/merge-classes";
import { pathOfTask } from "@/app/rooms/_frame/paths";
import type { BoardTask } from "@/lib/tasks/card";
import type { Day } from "@/lib/tasks/days";
import type { Span, Window, Zoom } from "@/lib/tasks/timeline";
import { STATUS_COLORS, STATUS_ICONS } from "../_parts/status-look";
import { TimelineBar } from "./timeline-bar";
import { TimelineScale } from "./timeline-scale";
import type { Bars } from "./use-bar-draft";

export interface Planned {
  task: BoardTask;
  span: Span;
}

interface TimelineGridProps {
  roomId: string;
  planned: readonly Planned[];
  window: Window;
  zoom: Zoom;
  today: Day;
  now: string;
  /** Otherwise it begins at the day the reader chose. */
  beginsToday: boolean;
  /** null for guests, who have read-only access. */
  bars: Bars | null;
}

const DAY_WIDTHS: Readonly<Record<Zoom, number>> = { day: 32, week: 8 };

/** Lines for weeks, shading for weekends. The window begins on a Monday. */
function paintWeeks(dayWidth: number): string {
  const [weekend, week] = [dayWidth * 5, dayWidth * 7];
  const lines = `repeating-linear-gradient(to right, var(--line) 0 1px, transparent 1px ${week}px)`;
  const shade = `repeating-linear-gradient(to right, transparent 0 ${weekend}px, var(--muted) ${weekend}px ${week}px)`;
  return `${lines}, ${shade}`;
}

export function TimelineGrid({ roomId, planned, window, zoom, today, now, beginsToday, bars }: TimelineGridProps) {
  const t = useTranslations("roomTasks.timeline");
  const dayWidth = DAY_WIDTHS[zoom];
  const track = { width: window.days * dayWidth };
  const todayAt = today - window.from;
  const scroller = useToday(beginsToday ? todayAt : null, dayWidth);
  return (
    <section ref={scroller} data-scroller aria-label={t("label")} className="card overflow-x-auto">
      <div className="relative w-max min-w-full">
        <div className="flex border-b border-line">
          <div
            data-sticky
            className="sticky left-0 z-20 flex w-32 shrink-0 items-end border-r border-line bg-surface px-3 pb-1.5 text-xs text-ink-3 sm:w-60"
          >
            {t("task")}
          </div>
          <TimelineScale window={window} zoom={zoom} today={today} dayWidth={dayWidth} />
        </div>
        <ul className="relative">
          {planned.map(({ task, span }) => {
            const Icon = STATUS_ICONS[task.status];
            return (
              <li key={task.id} className="flex border-b border-line last:border-b-0">
                <div className="sticky left-0 z-20 flex w-32 shrink-0 items-center gap-2 border-r border-line bg-surface px-3 py-1.5 sm:w-60">
                  <Icon aria-hidden className={mergeClasses("size-4 shrink-0", STATUS_COLORS[task.status])} />
                  <Link
                    href={pathOfTask(roomId, task.id)}
                    className="line-clamp-2 min-w-0 text-dense break-words hover:underline"
                  >
                    {task.title}
                  </Link>
                </div>
                <div
                  className="relative min-h-11 shrink-0"
                  style={{ ...track, backgroundImage: paintWeeks(dayWidth) }}
                  data-track
                >
                  {todayAt >= 0 && todayAt < window.days ? (
                    <span
                      aria-hidden
                      className="pointer-events-none absolute inset-y-0 w-0.5 bg-accent/70"
                      style={{ left: (todayAt + 0.5) * dayWidth - 1 }}
                    />
                  ) : null}
                  <TimelineBar
                    roomId={roomId}
                    task={task}
                    span={bars?.findSpan(task.id) ?? span}
                    window={window}
                    dayWidth={dayWidth}
                    today={today}
                    now={now}
                    bars={bars}
                  />
                </div>
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}

/** Scrolls today into view on any width. */
function useToday(todayAt: number | null, dayWidth: number) {
  const scroller = useRef<HTMLElement>(null);
  useEffect(() => {
    const box = scroller.current;
    const lead = box?.querySelector("[data-sticky]")?.clientWidth ?? 0;
    if (box && todayAt !== null) box.scrollLeft = todayAt * dayWidth - (box.clientWidth - lead) / 3;
  }, [todayAt, dayWidth]);
  return scroller;
}
