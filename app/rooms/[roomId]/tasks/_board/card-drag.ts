import type { TaskStatus } from "@/lib/tasks/status";

/** A card being dragged: its offset and the column below it. */
export interface CardDrag {
  id: string;
  dx: number;
  dy: number;
  over: TaskStatus | null;
}
