import { CircleCheck, CircleDashed, CircleDot, type LucideIcon } from "lucide-react";
import type { TaskStatus } from "@/lib/tasks/status";

export const STATUS_ICONS: Readonly<Record<TaskStatus, LucideIcon>> = {
  NOT_STARTED: CircleDashed,
  IN_PROGRESS: CircleDot,
  COMPLETED: CircleCheck,
};

export const STATUS_COLORS: Readonly<Record<TaskStatus, string>> = {
  NOT_STARTED: "text-ink-3",
  IN_PROGRESS: "text-accent",
  COMPLETED: "text-good",
};
