"use client";

import { ArrowLeft, ArrowRight, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { PointerEvent } from "react";
import { pathOfTask } from "@/app/_links";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { type BoardTask, isOverdue } from "@/lib/tasks/card";
import type { Day } from "@/lib/tasks/days";
import type { TaskStatus } from "@/lib/tasks/status";
import { type Grip, placeSpan, type Span, type Window, type Zoom } from "@/lib/tasks/timeline";
import type { DayWords } from "../_parts/dates";
import type { Bars } from "./use-bar-draft";

export interface Axis {
  window: Window;
  zoom: Zoom;
  today: Day;
  dayWidth: number;
}

interface TimelineBarProps {
  roomId: string;
  task: BoardTask;
  span: Span;
  axis: Axis;
  now: string;
  words: DayWords;
  /** null for guests, who have read-only access. */
  bars: Bars | null;
}

const LOOKS: Readonly<Record<TaskStatus, string>> = {
  NOT_STARTED: "border-line-strong bg-raised text-ink",
  IN_PROGRESS: "border-accent bg-accent-soft text-accent",
  COMPLETED: "border-good bg-good-soft text-good",
};
const KEYS = "ArrowLeft ArrowRight Shift+ArrowLeft Shift+ArrowRight Alt+ArrowLeft Alt+ArrowRight";
const WORDS_PX = 128;

export function TimelineBar({ roomId, task, span, axis, now, words, bars }: TimelineBarProps) {
  const t = useTranslations("roomTasks");
  const { window, dayWidth } = axis;
  const place = placeSpan(span, window);
  if (place.kind !== "shown") return <Beyond side={place.kind} span={span} words={words} />;
  const isLate = isOverdue(task, new Date(now));
  const dates = words.span(span);
  const length = t("timeline.days", { count: span.to - span.from + 1 });
  const said = [dates, length, t(`status.${task.status}`), ...(isLate ? [t("board.overdue")] : [])].join(", ");
  const width = place.length * dayWidth;
  const hasRoom = width >= WORDS_PX;
  const label = (
    <>
      {isLate ? <TriangleAlert aria-hidden className="size-3.5 shrink-0" /> : null}
      {dates}
    </>
  );
  const grab = (grip: Grip) => (event: PointerEvent<HTMLElement>) => {
    event.stopPropagation();
    bars?.grab(event, { task, grip, dayWidth });
  };
  return (
    <div className="group absolute top-1/2 h-7 -translate-y-1/2" style={{ left: place.offset * dayWidth, width }}>
      <Link
        href={pathOfTask(roomId, task.id)}
        draggable={false}
        aria-label={t("timeline.bar", { title: task.title, dates: said })}
        title={dates}
        {...(bars
          ? {
              "aria-describedby": "timeline-help",
              "aria-keyshortcuts": KEYS,
              onPointerDown: grab("move"),
              onKeyDown: (event) => bars.takeKey(event, task),
              onBlur: bars.settle,
            }
          : {})}
        className={joinClasses(
          "flex size-full items-center overflow-clip rounded-control border text-xs font-medium whitespace-nowrap",
          isLate ? "border-bad bg-bad-soft text-bad" : LOOKS[task.status],
          hasRoom && "px-2",
          place.isCutBefore && "rounded-l-none border-l-0",
          place.isCutAfter && "rounded-r-none border-r-0",
          bars && "cursor-grab touch-none select-none active:cursor-grabbing",
        )}
      >
        {hasRoom ? <span className="sticky left-34 flex items-center gap-1 sm:left-62">{label}</span> : null}
      </Link>
      {hasRoom ? null : (
        <span
          aria-hidden
          className={joinClasses(
            "pointer-events-none absolute inset-y-0 left-full flex items-center gap-1 pl-3 text-xs whitespace-nowrap",
            isLate ? "text-bad" : "text-ink-2",
          )}
        >
          {label}
        </span>
      )}
      {bars && !place.isCutBefore ? <Handle side="left" isOutside={!hasRoom} onGrab={grab("start")} /> : null}
      {bars && !place.isCutAfter ? <Handle side="right" isOutside={!hasRoom} onGrab={grab("due")} /> : null}
    </div>
  );
}

interface HandleProps {
  side: "left" | "right";
  isOutside: boolean;
  onGrab: (event: PointerEvent<HTMLElement>) => void;
}

function Handle({ side, isOutside, onGrab }: HandleProps) {
  const left = isOutside ? "-left-3" : "-left-1";
  const right = isOutside ? "-right-3" : "-right-1";
  return (
    <span
      aria-hidden
      data-handle={side}
      onPointerDown={onGrab}
      className={joinClasses(
        "absolute inset-y-0 z-10 grid w-3 cursor-ew-resize touch-none place-items-center text-ink-2 opacity-0 after:h-3.5 after:w-0.75 after:rounded-full after:bg-current group-hover:opacity-70 pointer-coarse:opacity-70",
        side === "left" ? left : right,
      )}
    />
  );
}

function Beyond({ side, span, words }: { side: "before" | "after"; span: Span; words: DayWords }) {
  const t = useTranslations("roomTasks.timeline");
  const Icon = side === "before" ? ArrowLeft : ArrowRight;
  return (
    <p
      className={joinClasses(
        "sticky flex min-h-11 w-max items-center gap-1 px-2 text-xs whitespace-nowrap text-ink-3",
        side === "before" ? "left-32 sm:left-60" : "right-0 ml-auto",
      )}
    >
      <Icon aria-hidden className="size-3.5" />
      {t(side, { date: words.day(side === "before" ? span.to : span.from) })}
    </p>
  );
}
