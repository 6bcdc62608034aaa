"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import type { BoardTask } from "@/lib/tasks/card";
import type { Day } from "@/lib/tasks/days";
import { adjustSchedule, type Grip, readSpan, type Schedule, type Span } from "@/lib/tasks/timeline";
import { useDayWords } from "../_parts/dates";
import { type DragPoint, usePointerDrag } from "../_parts/use-pointer-drag";
import type { useTaskEdits } from "../_parts/use-task-edits";

type Edits = Pick<ReturnType<typeof useTaskEdits>, "edit" | "say">;

interface Draft {
  task: BoardTask;
  schedule: Schedule;
}

interface Grabbed {
  task: BoardTask;
  grip: Grip;
  dayWidth: number;
}

export interface Bars {
  /** The bar as it stands while it is moved; null: as it is stored. */
  findSpan: (taskId: string) => Span | null;
  grab: (event: PointerEvent<HTMLElement>, subject: Grabbed) => void;
  takeKey: (event: KeyboardEvent, task: BoardTask) => void;
  settle: () => void;
}

/** Keys that follow each other within so long are one change, and one event. */
const SETTLE_MS = 900;
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

function readGrip({ shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent): Grip | null {
  if (ctrlKey || metaKey || (shiftKey && altKey)) return null;
  return shiftKey ? "due" : altKey ? "start" : "move";
}

function readChange({ task, schedule }: Draft): Partial<Schedule> {
  return {
    ...(schedule.startDate === task.startDate ? {} : { startDate: schedule.startDate }),
    ...(schedule.dueDate === task.dueDate ? {} : { dueDate: schedule.dueDate }),
  };
}

function useScheduleWords(today: Day, zone: string): (schedule: Schedule) => string {
  const words = useDayWords(today);
  return (schedule) => {
    const span = readSpan(schedule, zone);
    return span ? words.span(span) : "";
  };
}

/** One bar at a time is moved or stretched, by pointer or keys; what comes of it is saved as one change. */
export function useBarDraft({ today, zone, edit, say }: Edits & { today: Day; zone: string }): Bars {
  const t = useTranslations("roomTasks.said");
  const wordsOf = useScheduleWords(today, zone);
  const [draft, setDraft] = useState<Draft | null>(null);
  const latest = useRef<Draft>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const put = (next: Draft | null) => {
    latest.current = next;
    setDraft(next);
  };
  const settle = () => {
    clearTimeout(timer.current);
    const settled = latest.current;
    put(null);
    if (!settled) return;
    const { task, schedule } = settled;
    const change = readChange(settled);
    if (Object.keys(change).length > 0)
      edit(task, change, t("planned", { title: task.title, dates: wordsOf(schedule) }));
  };
  const cancel = () => {
    clearTimeout(timer.current);
    const left = latest.current;
    put(null);
    if (left) say({ isBad: false, text: t("cancelled", { dates: wordsOf(left.task) }) });
  };
  const drag = ({ task, grip, dayWidth }: Grabbed, { dx }: DragPoint) => {
    const { startDate, dueDate } = task;
    const schedule = { startDate, dueDate, ...adjustSchedule(task, grip, Math.round(dx / dayWidth), zone) };
    put({ task, schedule });
  };
  const grab = usePointerDrag<Grabbed>({
    onMove: drag,
    onDrop: (subject, point) => {
      drag(subject, point);
      settle();
    },
    onCancel: cancel,
  });
  const takeKey = (event: KeyboardEvent, task: BoardTask) => {
    if (event.key === "Escape" && latest.current) return cancel();
    // It opens the task, and the bar is gone.
    if (event.key === "Enter") return settle();
    const [step, grip] = [STEPS[event.key], readGrip(event)];
    if (step === undefined || grip === null) return;
    // Elsewhere these scroll, select text or leave the page.
    event.preventDefault();
    if (latest.current && latest.current.task.id !== task.id) settle();
    const from = latest.current ?? { task, schedule: { startDate: task.startDate, dueDate: task.dueDate } };
    const schedule = { ...from.schedule, ...adjustSchedule(from.schedule, grip, step, zone) };
    put({ task: from.task, schedule });
    say({ isBad: false, text: t("draft", { dates: wordsOf(schedule) }) });
    clearTimeout(timer.current);
    timer.current = setTimeout(settle, SETTLE_MS);
  };
  return {
    findSpan: (taskId) => (draft?.task.id === taskId ? readSpan(draft.schedule, zone) : null),
    grab,
    takeKey,
    settle,
  };
}
