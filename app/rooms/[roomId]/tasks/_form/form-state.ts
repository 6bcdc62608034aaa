import type { CurrentTask } from "@/lib/tasks/edit";
import type { TaskField } from "@/lib/tasks/merge";

/** The values of the form's fields. Dates are days (yyyy-mm-dd), as date inputs write them. */
export interface TaskValues {
  title: string;
  description: string;
  status: string;
  startDate: string;
  dueDate: string;
}

/** A form that is not saved yet: as typed, and what it is compared with. */
export interface OpenTask {
  values: TaskValues;
  /** The version the change is based on; after a conflict, the newer one. */
  base: CurrentTask;
  contested: TaskField[];
  /** Fields where the other person's value was chosen. */
  chosen: TaskField[];
}
