import type { CurrentTask } from "@/lib/tasks/edit";
import type { TaskField } from "@/lib/tasks/merge";
import type { TaskProblem } from "./problems";

/** The values of the form's fields. Dates are days (yyyy-mm-dd), as date inputs write them. */
export interface TaskValues {
  title: string;
  description: string;
  status: string;
  startDate: string;
  dueDate: string;
}

export type TaskFormState =
  | { kind: "idle" }
  | { kind: "saved"; isMerged: boolean }
  | {
      kind: "open";
      /** As typed. */
      values: TaskValues;
      /** The version the change is based on; after a conflict, the newer one. */
      base: CurrentTask;
      contested: TaskField[];
      /** Fields where the other person's value was chosen. */
      chosen: TaskField[];
      problems: TaskProblem[];
    };

export type NewTaskState =
  | { kind: "idle" }
  | { kind: "open"; values: TaskValues; board: string; problems: TaskProblem[] };

export type QuickAddState =
  | { kind: "idle" }
  | { kind: "added"; title: string }
  | { kind: "refused"; title: string; problems: TaskProblem[] };

export interface BoardFormState {
  name: string;
  problems: TaskProblem[];
}
