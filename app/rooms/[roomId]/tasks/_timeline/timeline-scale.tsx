"use client";

import { useFormatter, useTranslations } from "next-intl";
import { mergeClasses } from "@/app/_ui/merge-classes";
import { type Day, toUtcNoon, weekdayOf } from "@/lib/tasks/days";
import { listMonths, type Window, type Zoom } from "@/lib/tasks/timeline";

interface TimelineScaleProps {
  window: Window;
  zoom: Zoom;
  today: Day;
  dayWidth: number;
}

/** Space that the word "today" needs on either side. */
const TODAY_PX = 36;
/** A shorter part of a month has no label. */
const MONTH_PX = 120;

/** Months above, days or Mondays below. Hidden from screen readers: each bar states its own dates. */
export function TimelineScale({ window, zoom, today, dayWidth }: TimelineScaleProps) {
  const format = useFormatter();
  const t = useTranslations("roomTasks.timeline");
  const days = Array.from({ length: window.days }, (_, offset) => window.from + offset);
  const marks = zoom === "day" ? days : days.filter((day) => weekdayOf(day) === 0);
  const isShown = today >= window.from && today < window.from + window.days;
  // Hidden where the word "today" needs the space.
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
            className={mergeClasses(
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
