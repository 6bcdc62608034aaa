"use client";

import { useTranslations } from "next-intl";
import type { PointerEvent, ReactNode } from "react";
import { mergeClasses } from "@/app/_ui/merge-classes";
import type { BoardTask } from "@/lib/tasks/card";
import type { TaskStatus } from "@/lib/tasks/status";
import { STATUS_COLORS, STATUS_ICONS } from "../_parts/status-look";
import type { CardDrag } from "./card-drag";
import { TaskCard } from "./task-card";

interface BoardColumnProps {
  roomId: string;
  status: TaskStatus;
  tasks: readonly BoardTask[];
  total: number;
  isFiltered: boolean;
  now: string;
  drag: CardDrag | null;
  /** Below the cards. */
  foot?: ReactNode;
  /** Absent for guests, who have read-only access. */
  onGrab?: (event: PointerEvent<HTMLElement>, task: BoardTask) => void;
  onMove?: (task: BoardTask, status: TaskStatus) => void;
}

export function BoardColumn({
  roomId,
  status,
  tasks,
  total,
  isFiltered,
  now,
  drag,
  foot,
  onGrab,
  onMove,
}: BoardColumnProps) {
  const t = useTranslations("roomTasks");
  const Icon = STATUS_ICONS[status];
  const isTarget = drag?.over === status && !tasks.some(({ id }) => id === drag.id);
  const hidden = total - tasks.length;
  return (
    <section
      aria-labelledby={`column-${status}`}
      data-column={status}
      className={mergeClasses(
        "grid min-w-0 grid-cols-1 content-start rounded-card border border-line bg-muted/55 md:min-h-72",
        isTarget && "border-accent bg-accent-soft",
      )}
    >
      <h2 className="flex items-center gap-2 px-3 pt-2.5 pb-2 text-dense font-semibold">
        <Icon aria-hidden className={mergeClasses("size-4", STATUS_COLORS[status])} />
        <span id={`column-${status}`}>{t(`status.${status}`)}</span>
        <span className="font-normal text-ink-3">
          <span aria-hidden>{total}</span>
          <span className="sr-only">{t("board.count", { count: total })}</span>
        </span>
      </h2>
      {tasks.length === 0 ? (
        <p className="px-3 pt-1 pb-4 text-dense text-ink-3">{t(isFiltered ? "board.noMatch" : "board.empty")}</p>
      ) : (
        <ul className="grid grid-cols-1 gap-2 px-2 pb-2">
          {tasks.map((task) => (
            <TaskCard
              key={task.id}
              roomId={roomId}
              task={task}
              now={now}
              drag={drag?.id === task.id ? drag : null}
              {...(onGrab && onMove ? { onGrab, onMove } : {})}
            />
          ))}
        </ul>
      )}
      {foot}
      {hidden > 0 ? <p className="px-3 pb-3 text-dense text-ink-3">{t("board.more", { count: hidden })}</p> : null}
    </section>
  );
}
