import type { TaskStatus } from "@/lib/tasks/status";

/** A card in the air: how far it came, and over which column. */
export interface CardDrag {
  id: string;
  dx: number;
  dy: number;
  over: TaskStatus | null;
}
