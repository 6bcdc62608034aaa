import type { TaskStatus } from "./status";
import type { TaskFields } from "./task";

export interface BoardTask extends Omit<TaskFields, "description"> {
  id: string;
  version: number;
  creator: string | null;
  assignee: string | null;
  updatedAt: string;
}

export interface BoardRow extends BoardTask {
  viaId: string | null;
}

export interface TaskFilter {
  createdById: string | null;
  assigneeId: string | null;
  isOverdue: boolean;
  text: string;
}

export interface BoardContent<Task = BoardTask> {
  tasks: Task[];
  totals: Record<TaskStatus, number>;
}

export function compareTasks(a: BoardTask, b: BoardTask): number {
  if (a.status === "COMPLETED" && b.status === "COMPLETED") return compareText(b.updatedAt, a.updatedAt);
  return compareText(a.dueDate ?? "~", b.dueDate ?? "~") || compareText(b.id, a.id);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function isOverdue({ status, dueDate }: Pick<BoardTask, "status" | "dueDate">, at: Date): boolean {
  return status !== "COMPLETED" && dueDate !== null && new Date(dueDate) < at;
}
