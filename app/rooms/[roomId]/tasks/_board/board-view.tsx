"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useRoomRefresh } from "@/app/rooms/_live/room-watch";
import type { BoardContent, BoardTask } from "@/lib/tasks/card";
import { TASK_STATUSES, type TaskStatus } from "@/lib/tasks/status";
import type { TasksView } from "../_parts/paths";
import { SaidRegion } from "../_parts/said-region";
import { type DragPoint, usePointerDrag } from "../_parts/use-pointer-drag";
import { useTaskEdits } from "../_parts/use-task-edits";
import { BoardColumn } from "./board-column";
import type { CardDrag } from "./card-drag";
import { QuickAdd } from "./quick-add";
import { idOfCard } from "./task-card";

interface BoardViewProps {
  roomId: string;
  content: BoardContent;
  view: TasksView;
  canWrite: boolean;
  /** The server's clock. */
  now: string;
}

export function BoardView({ roomId, content, view, canWrite, now }: BoardViewProps) {
  const t = useTranslations("roomTasks");
  const { shown, edit, said } = useTaskEdits(roomId, content.tasks);
  const keepFocus = useKeptFocus();
  const move = (task: BoardTask, status: TaskStatus) => {
    if (status !== task.status)
      edit(task, { status }, t("said.moved", { title: task.title, column: t(`status.${status}`) }));
  };
  const [drag, setDrag] = useState<CardDrag | null>(null);
  const grab = usePointerDrag<BoardTask>({
    onMove: ({ id }, { dx, dy, ...at }) => setDrag({ id, dx, dy, over: findColumn(at) }),
    onDrop: (task, at) => {
      setDrag(null);
      move(task, findColumn(at) ?? task.status);
    },
    onCancel: () => setDrag(null),
  });
  useRoomRefresh({ roomId, types: ["task."], isBusy: drag !== null });
  const isFiltered = view.mine || view.overdue || view.text !== "";
  return (
    <>
      <SaidRegion said={said} />
      {canWrite ? (
        <p id="board-help" className="sr-only">
          {t("board.help")}
        </p>
      ) : null}
      <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-3">
        {TASK_STATUSES.map((status) => {
          const tasks = shown.filter((task) => task.status === status);
          const moved = tasks.length - content.tasks.filter((task) => task.status === status).length;
          return (
            <BoardColumn
              key={status}
              roomId={roomId}
              status={status}
              tasks={tasks}
              total={content.totals[status] + moved}
              isFiltered={isFiltered}
              now={now}
              drag={drag}
              foot={
                canWrite && status === "NOT_STARTED" && !isFiltered ? (
                  <QuickAdd roomId={roomId} boardId={view.board} />
                ) : null
              }
              {...(canWrite
                ? {
                    onGrab: grab,
                    onMove: (task: BoardTask, to: TaskStatus) => {
                      keepFocus(task.id);
                      move(task, to);
                    },
                  }
                : {})}
            />
          );
        })}
      </div>
    </>
  );
}

function findColumn({ x, y }: Pick<DragPoint, "x" | "y">): TaskStatus | null {
  const name = document.elementFromPoint(x, y)?.closest("[data-column]")?.getAttribute("data-column");
  return TASK_STATUSES.find((status) => status === name) ?? null;
}

/** A card moved by keyboard is mounted again in another column, so focus follows it unless it has moved elsewhere. */
function useKeptFocus() {
  const kept = useRef<string>(null);
  useEffect(() => {
    if (kept.current === null || document.activeElement !== document.body) return;
    document.getElementById(idOfCard(kept.current))?.focus();
  });
  useEffect(() => {
    const forget = ({ target }: FocusEvent) => {
      if (kept.current !== null && (target as Element).id !== idOfCard(kept.current)) kept.current = null;
    };
    document.addEventListener("focusin", forget);
    return () => document.removeEventListener("focusin", forget);
  }, []);
  return (id: string) => {
    kept.current = id;
  };
}
