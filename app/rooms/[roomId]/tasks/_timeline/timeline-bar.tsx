"use client";

import { ArrowLeft, ArrowRight, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { PointerEvent } from "react";
import { mergeClasses } from "@/app/_ui/merge-classes";
import { type BoardTask, isOverdue } from "@/lib/tasks/card";
import type { Day } from "@/lib/tasks/days";
import type { TaskStatus } from "@/lib/tasks/status";
import { type Grip, placeSpan, type Span, type Window } from "@/lib/tasks/timeline";
import { useDayWords } from "../_parts/dates";
import { pathOfTask } from "../_parts/paths";
import type { Bars } from "./use-bar-draft";

interface TimelineBarProps {
  roomId: string;
  task: BoardTask;
  span: Span;
  window: Window;
  dayWidth: number;
  today: Day;
  now: string;
  bars: Bars | null;
}

const LOOKS: Readonly<Record<TaskStatus, string>> = {
  NOT_STARTED: "border-line-strong bg-raised text-ink",
  IN_PROGRESS: "border-accent bg-accent-soft text-accent",
  COMPLETED: "border-good bg-good-soft text-good",
};
const KEYS = "ArrowLeft ArrowRight Shift+ArrowLeft Shift+ArrowRight Alt+ArrowLeft Alt+ArrowRight";
/** Narrower, words do not fit. */
const WORDS_PX = 88;

export function TimelineBar({ roomId, task, span, window, dayWidth, today, now, bars }: TimelineBarProps) {
  const t = useTranslations("roomTasks");
  const words = useDayWords(today);
  const place = placeSpan(span, window);
  if (place.kind !== "shown") return <Beyond side={place.kind} span={span} today={today} />;
  const isLate = isOverdue(task, new Date(now));
  const dates = words.span(span);
  const length = t("timeline.days", { count: span.to - span.from + 1 });
  const said = [dates, length, t(`status.${task.status}`), ...(isLate ? [t("board.overdue")] : [])].join(", ");
  const width = place.length * dayWidth;
  const grab = (grip: Grip) => (event: PointerEvent<HTMLElement>) => {
    event.stopPropagation();
    bars?.grab(event, { task, grip, dayWidth });
  };
  return (
    <div className="absolute inset-y-2" style={{ left: place.offset * dayWidth, width }}>
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
        className={mergeClasses(
          "flex size-full items-center gap-1 overflow-hidden rounded-control border px-2 text-xs font-medium whitespace-nowrap",
          LOOKS[task.status],
          isLate && "border-bad bg-bad-soft text-bad",
          place.isCutBefore && "rounded-l-none border-l-0",
          place.isCutAfter && "rounded-r-none border-r-0",
          bars && "cursor-grab touch-none select-none active:cursor-grabbing",
        )}
      >
        {isLate ? <TriangleAlert aria-hidden className="size-3.5 shrink-0" /> : null}
        {width >= WORDS_PX ? dates : null}
      </Link>
      {bars && !place.isCutBefore ? <Handle side="left" onGrab={grab("start")} /> : null}
      {bars && !place.isCutAfter ? <Handle side="right" onGrab={grab("due")} /> : null}
    </div>
  );
}

/** For pointers alone: keys stretch the bar itself. */
function Handle({ side, onGrab }: { side: "left" | "right"; onGrab: (event: PointerEvent<HTMLElement>) => void }) {
  return (
    <span
      aria-hidden
      data-handle={side}
      onPointerDown={onGrab}
      className={mergeClasses(
        "absolute inset-y-0 z-10 grid w-3 cursor-ew-resize touch-none place-items-center after:h-3 after:w-0.5 after:rounded-full after:bg-current after:opacity-45",
        side === "left" ? "-left-1.5" : "-right-1.5",
      )}
    />
  );
}

function Beyond({ side, span, today }: { side: "before" | "after"; span: Span; today: Day }) {
  const t = useTranslations("roomTasks.timeline");
  const words = useDayWords(today);
  const Icon = side === "before" ? ArrowLeft : ArrowRight;
  return (
    <p
      className={mergeClasses(
        "absolute inset-y-0 flex items-center gap-1 px-2 text-xs whitespace-nowrap text-ink-3",
        side === "after" && "right-0",
      )}
    >
      <Icon aria-hidden className="size-3.5" />
      {t(side, { date: words.day(side === "before" ? span.to : span.from) })}
    </p>
  );
}
