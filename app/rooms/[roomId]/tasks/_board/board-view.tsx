"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from "react";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { ActionForm } from "@/app/_ui/form/action-form";
import { ErrorText } from "@/app/_ui/form/field";
import { Input } from "@/app/_ui/form/input";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import { LiveText } from "@/app/_ui/shown/live-text";
import { useRoomRefresh } from "@/app/rooms/_live/room-watch";
import { TASK_TITLE_MAX_LENGTH } from "@/lib/platform/limits";
import type { BoardTask } from "@/lib/tasks/card";
import { TASK_STATUSES, type TaskStatus } from "@/lib/tasks/status";
import { TaskStatusIcon } from "../_parts/task-status";
import type { TasksViewProps } from "../_parts/tasks-view";
import { type DragPoint, usePointerDrag } from "../_parts/use-pointer-drag";
import { SaidRegion, useTaskEdits } from "../_parts/use-task-edits";
import { addByTitle } from "../actions";
import { type CardDrag, idOfCard, TaskCard } from "./task-card";

export function BoardView({ roomId, content, origins, view, canWrite, now }: TasksViewProps) {
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
  const moveByKey = (task: BoardTask, status: TaskStatus) => {
    keepFocus(task.id);
    move(task, status);
  };
  useRoomRefresh({ roomId, types: ["task."], isBusy: drag !== null });
  const isFiltered = view.checks.length > 0 || view.text !== "";
  const card = { roomId, now, origins, drag, handlers: canWrite ? { grab, move: moveByKey } : null };
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
          const total = content.totals[status] + moved;
          return (
            <BoardColumn key={status} {...{ status, tasks, total, isFiltered, card }}>
              {canWrite && status === "NOT_STARTED" && !isFiltered ? (
                <QuickAdd roomId={roomId} boardId={view.board} />
              ) : null}
            </BoardColumn>
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

interface BoardColumnProps {
  status: TaskStatus;
  tasks: readonly BoardTask[];
  total: number;
  isFiltered: boolean;
  card: Omit<ComponentProps<typeof TaskCard>, "task">;
  children: ReactNode;
}

function BoardColumn({ status, tasks, total, isFiltered, card, children }: BoardColumnProps) {
  const t = useTranslations("roomTasks");
  const { drag } = card;
  const isTarget = drag?.over === status && !tasks.some(({ id }) => id === drag.id);
  const hidden = total - tasks.length;
  return (
    <section
      aria-labelledby={`column-${status}`}
      data-column={status}
      className={joinClasses(
        "grid min-w-0 grid-cols-1 content-start rounded-card border md:min-h-72",
        isTarget ? "border-accent bg-accent-soft" : "border-line bg-muted/55",
      )}
    >
      <h2 className="flex items-center gap-2 px-3 pt-2.5 pb-2 text-dense font-semibold">
        <TaskStatusIcon status={status} />
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
            <TaskCard key={task.id} {...card} task={task} drag={drag?.id === task.id ? drag : null} />
          ))}
        </ul>
      )}
      {children}
      {hidden > 0 ? <p className="px-3 pb-3 text-dense text-ink-3">{t("board.more", { count: hidden })}</p> : null}
    </section>
  );
}

function QuickAdd({ roomId, boardId }: { roomId: string; boardId: string }) {
  const t = useTranslations("roomTasks.board");
  const form = useForm(addByTitle);
  const { state } = form;
  const problem = form.problems[0]?.message;
  const title = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (state.kind === "added") title.current?.form?.reset();
    if (state.kind === "refused") title.current?.focus();
  }, [state]);
  return (
    <ActionForm form={form} hidden={{ roomId, board: boardId }} noValidate className="grid gap-1.5 px-2 pb-2">
      <div className="flex gap-1.5">
        <Input
          ref={title}
          name="title"
          autoComplete="off"
          maxLength={TASK_TITLE_MAX_LENGTH * 2}
          defaultValue={form.values ?? ""}
          placeholder={t("quickAdd")}
          aria-label={t("quickAdd")}
          className="min-w-0 border-line bg-transparent focus:bg-surface"
          {...(problem ? { "aria-invalid": true, "aria-describedby": "quick-add-error" } : {})}
        />
        <SubmitButton look="plain" icon={<Plus aria-hidden />} aria-label={t("quickAddButton")} className="px-2.5!" />
      </div>
      <ErrorText id="quick-add" error={problem} />
      <p role="status" className="sr-only">
        <LiveText of={state}>{state.kind === "added" ? t("added", { title: state.title }) : null}</LiveText>
      </p>
    </ActionForm>
  );
}
