import type { CurrentTask } from "@/lib/tasks/edit-store";
import type { TaskField } from "@/lib/tasks/merge";
import type { TaskProblem } from "./problems";

/** What stands in a form's fields: dates are days, as date fields write them. */
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
      /** The version that the change is made from; after a conflict, theirs. */
      base: CurrentTask;
      contested: TaskField[];
      /** Of these theirs was chosen. */
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
