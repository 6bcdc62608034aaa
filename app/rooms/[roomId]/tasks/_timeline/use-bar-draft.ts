"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import type { BoardTask } from "@/lib/tasks/card";
import { adjustSchedule, type Grip, readSpan, type Schedule, type Span } from "@/lib/tasks/timeline";
import type { DayWords } from "../_parts/dates";
import { type DragPoint, usePointerDrag } from "../_parts/use-pointer-drag";
import type { useTaskEdits } from "../_parts/use-task-edits";

interface BarDraftOptions extends Pick<ReturnType<typeof useTaskEdits>, "edit" | "say"> {
  zone: string;
  words: DayWords;
}

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
  /** The bar while it is being moved; null means as stored. */
  findSpan: (taskId: string) => Span | null;
  grab: (event: PointerEvent<HTMLElement>, subject: Grabbed) => void;
  takeKey: (event: KeyboardEvent, task: BoardTask) => void;
  settle: () => void;
  isMoving: boolean;
}

const SETTLE_MS = 900;
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

function readGrip({ shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent): Grip | null {
  if (ctrlKey || metaKey || (shiftKey && altKey)) return null;
  return shiftKey ? "due" : altKey ? "start" : "move";
}

/** A ref, because handlers that run before the next render need the current value. */
function useDraft() {
  const [draft, setDraft] = useState<Draft | null>(null);
  const latest = useRef<Draft>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const put = (next: Draft | null): void => {
    clearTimeout(timer.current);
    latest.current = next;
    setDraft(next);
  };
  const take = (): Draft | null => {
    const taken = latest.current;
    put(null);
    return taken;
  };
  const wait = (then: () => void): void => {
    timer.current = setTimeout(then, SETTLE_MS);
  };
  return { draft, latest, put, take, wait };
}

export function useBarDraft({ zone, words, edit, say }: BarDraftOptions): Bars {
  const t = useTranslations("roomTasks.said");
  const wordsOf = (schedule: Schedule): string => {
    const span = readSpan(schedule, zone);
    return span ? words.span(span) : "";
  };
  const { draft, latest, put, take, wait } = useDraft();
  const settle = () => {
    const settled = take();
    if (!settled) return;
    const { task, schedule } = settled;
    if (schedule.startDate === task.startDate && schedule.dueDate === task.dueDate) return;
    edit(task, schedule, t("planned", { title: task.title, dates: wordsOf(schedule) }));
  };
  const cancel = () => {
    const left = take();
    if (left) say({ isBad: false, text: t("cancelled", { dates: wordsOf(left.task) }) });
  };
  const drag = ({ task, grip, dayWidth }: Grabbed, { dx }: DragPoint) => {
    const { startDate, dueDate } = task;
    put({ task, schedule: { startDate, dueDate, ...adjustSchedule(task, grip, Math.round(dx / dayWidth), zone) } });
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
    if (event.key === "Escape") return cancel();
    if (event.key === "Enter") return settle();
    const [step, grip] = [STEPS[event.key], readGrip(event)];
    if (step === undefined || grip === null) return;
    event.preventDefault();
    if (latest.current && latest.current.task.id !== task.id) settle();
    const from = latest.current ?? { task, schedule: { startDate: task.startDate, dueDate: task.dueDate } };
    const schedule = { ...from.schedule, ...adjustSchedule(from.schedule, grip, step, zone) };
    put({ task: from.task, schedule });
    say({ isBad: false, text: t("draft", { dates: wordsOf(schedule) }) });
    wait(settle);
  };
  const findSpan = (taskId: string) => (draft?.task.id === taskId ? readSpan(draft.schedule, zone) : null);
  return { findSpan, grab, takeKey, settle, isMoving: draft !== null };
}
