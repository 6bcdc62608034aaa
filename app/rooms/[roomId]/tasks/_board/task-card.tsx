"use client";

import { GripVertical, UserRound } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { KeyboardEvent, PointerEvent } from "react";
import { pathOfTask } from "@/app/_links";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { Menu } from "@/app/_ui/controls/menu";
import { ViaMark } from "@/app/rooms/_frame/via-mark";
import type { OriginMark } from "@/lib/requests/origin-mark";
import type { BoardTask } from "@/lib/tasks/card";
import { TASK_STATUSES, type TaskStatus } from "@/lib/tasks/status";
import { DueMark } from "../_parts/dates";
import { TaskStatusIcon } from "../_parts/task-status";

export interface CardDrag {
  id: string;
  dx: number;
  dy: number;
  over: TaskStatus | null;
}

interface CardHandlers {
  grab: (event: PointerEvent<HTMLElement>, task: BoardTask) => void;
  move: (task: BoardTask, status: TaskStatus) => void;
}

interface TaskCardProps {
  roomId: string;
  task: BoardTask;
  now: string;
  origins: Readonly<Record<string, OriginMark>>;
  drag: CardDrag | null;
  /** null for guests, who have read-only access. */
  handlers: CardHandlers | null;
}

export function idOfCard(taskId: string): string {
  return `card-${taskId}`;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

export function TaskCard({ roomId, task, now, origins, drag, handlers }: TaskCardProps) {
  const t = useTranslations("roomTasks.board");
  const takeKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!handlers || step === undefined || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const next = TASK_STATUSES[TASK_STATUSES.indexOf(task.status) + step];
    if (next) handlers.move(task, next);
  };
  const grab = (event: PointerEvent<HTMLElement>) => {
    const { target } = event;
    if (!(target instanceof Element) || target.closest("button, [role=menu]")) return;
    if (event.pointerType !== "touch" || target.closest("[data-grip]")) handlers?.grab(event, task);
  };
  return (
    <li
      onPointerDown={grab}
      {...(drag ? { style: { transform: `translate(${drag.dx}px, ${drag.dy}px) rotate(1.2deg)` } } : {})}
      className={joinClasses(
        "card group relative flex min-w-0 items-start gap-1 py-2.5 pe-1.5 ps-3 transition-[border-color] hover:border-line-strong has-[a:focus-visible]:border-accent",
        handlers && "select-none",
        drag ? "pointer-events-none z-20 cursor-grabbing border-accent shadow-float" : handlers && "cursor-grab",
      )}
    >
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-1.5">
        <Link
          id={idOfCard(task.id)}
          href={pathOfTask(roomId, task.id)}
          draggable={false}
          onKeyDown={takeKey}
          {...(handlers
            ? { "aria-describedby": "board-help", "aria-keyshortcuts": "Alt+ArrowLeft Alt+ArrowRight" }
            : {})}
          className={joinClasses(
            "font-medium after:absolute after:inset-0 after:rounded-card",
            task.status === "COMPLETED" && "text-ink-2",
          )}
        >
          {task.title}
        </Link>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-3">
          <DueMark task={task} now={now} />
          {task.assignee ? (
            <span className="inline-flex min-w-0 items-center gap-1 text-ink-2">
              <UserRound aria-hidden className="size-3.5 shrink-0" />
              <span className="sr-only">{t("assignee")}</span>
              {task.assignee}
            </span>
          ) : null}
          <span className="min-w-0">{t("by", { name: task.creator ?? t("nobody") })}</span>
          <ViaMark via={origins[task.id] ?? null} isLink={false} />
        </div>
      </div>
      {handlers ? <CardTools task={task} onMove={handlers.move} /> : null}
    </li>
  );
}

function CardTools({ task, onMove }: { task: BoardTask; onMove: CardHandlers["move"] }) {
  const t = useTranslations("roomTasks");
  return (
    <div className="relative z-10 -mt-1 flex flex-col items-center">
      <Menu
        label={t("board.move", { title: task.title })}
        items={TASK_STATUSES.filter((status) => status !== task.status).map((status) => ({
          label: t("board.moveTo", { column: t(`status.${status}`) }),
          icon: <TaskStatusIcon status={status} />,
          go: () => onMove(task, status),
        }))}
      />
      <span
        data-grip
        aria-hidden
        className="hidden size-8 touch-none place-items-center text-ink-3 pointer-coarse:grid"
      >
        <GripVertical className="size-4" />
      </span>
    </div>
  );
}
