"use client";

import { useTranslations } from "next-intl";
import { useRoomRefresh } from "@/app/rooms/_live/room-watch";
import type { BoardContent } from "@/lib/tasks/card";
import { dayOf } from "@/lib/tasks/days";
import { openWindow, readSpan } from "@/lib/tasks/timeline";
import type { TasksView } from "../_parts/paths";
import { SaidRegion } from "../_parts/said-region";
import { useTaskEdits } from "../_parts/use-task-edits";
import { useZone } from "../_parts/use-zone";
import { TimelineGrid } from "./timeline-grid";
import { TimelineTable } from "./timeline-table";
import { TimelineTools } from "./timeline-tools";
import { UnplannedTasks } from "./unplanned-tasks";
import { useBarDraft } from "./use-bar-draft";

interface TimelineViewProps {
  roomId: string;
  content: BoardContent;
  view: TasksView;
  canWrite: boolean;
  /** The server's clock. */
  now: string;
}

export function TimelineView({ roomId, content, view, canWrite, now }: TimelineViewProps) {
  const t = useTranslations("roomTasks");
  const zone = useZone();
  const today = dayOf(new Date(now), zone);
  const window = openWindow(view.zoom, today, view.from);
  const { shown, edit, said, say } = useTaskEdits(roomId, content.tasks);
  const bars = useBarDraft({ today, zone, edit, say });
  useRoomRefresh({ roomId, types: ["task."], isBusy: bars.isMoving });
  const planned = shown
    .flatMap((task) => {
      const span = readSpan(task, zone);
      return span ? [{ task, span }] : [];
    })
    .sort((a, b) => a.span.from - b.span.from || a.span.to - b.span.to || (a.task.id < b.task.id ? -1 : 1));
  const unplanned = shown.filter((task) => readSpan(task, zone) === null);
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
            roomId={roomId}
            planned={planned}
            window={window}
            zoom={view.zoom}
            today={today}
            now={now}
            beginsToday={view.from === null}
            {...(canWrite ? { bars } : { bars: null })}
          />
          <TimelineTable roomId={roomId} planned={planned} today={today} zone={zone} />
        </>
      )}
      {unplanned.length > 0 ? (
        <UnplannedTasks
          roomId={roomId}
          tasks={unplanned}
          today={today}
          zone={zone}
          {...(canWrite ? { onPlan: edit } : {})}
        />
      ) : null}
    </>
  );
}
