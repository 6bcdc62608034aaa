import { z } from "zod";
import { instant } from "../platform/instant";
import { TASK_DESCRIPTION_MAX_LENGTH, TASK_TITLE_MAX_LENGTH } from "../platform/limits";
import { describeChoice } from "../platform/members";
import { text } from "../platform/text";
import { TASK_STATUSES } from "./status";

const ASSIGNEE = { description: "A person with a seat in the room", "x-svc-since": "2026-11-28" };

export const TaskStatus = z.enum(TASK_STATUSES).meta({ "x-svc-values": "taskStatus" });

/** Forms, merges and boards work on these fields; `task-fields.ts` says how each is entered. */
export const TaskFields = z.object({
  title: z.string(),
  description: z.string(),
  status: TaskStatus,
  assigneeId: z.string().nullable(),
  startDate: z.iso.datetime().nullable(),
  dueDate: z.iso.datetime().nullable(),
});
export type TaskFields = z.output<typeof TaskFields>;
export type SomeFields = { [Field in keyof TaskFields]?: TaskFields[Field] | undefined };

export const EMPTY_FIELDS: TaskFields = {
  title: "",
  description: "",
  status: "NOT_STARTED",
  assigneeId: null,
  startDate: null,
  dueDate: null,
};

/** §2 */
export const TaskSummary = z
  .object({
    id: z.string(),
    roomId: z.string(),
    title: z.string(),
    description: z.string().nullable(),
    status: z.string().meta({ examples: TaskStatus.options, "x-svc-values": "taskStatus" }),
    dueDate: z.iso.datetime().nullable(),
    assigneeId: z.string().nullable().meta(ASSIGNEE),
    createdById: z.string().nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "TaskSummary" });
export type TaskSummary = z.output<typeof TaskSummary>;

const VersionedTask = TaskSummary.extend({ version: z.number().int() });

export const TaskWriteResponse = VersionedTask.meta({ id: "TaskWriteResponse" });
export type TaskWriteResponse = z.output<typeof TaskWriteResponse>;

export const TaskDetail = VersionedTask.meta({ id: "TaskDetail" });
export type TaskDetail = z.output<typeof TaskDetail>;

const title = text(1, TASK_TITLE_MAX_LENGTH);
const description = text(0, TASK_DESCRIPTION_MAX_LENGTH);

/** §4 */
export const CreateTask = z
  .strictObject({
    title,
    description: description.optional(),
    boardId: z.string().optional().meta({ description: "A board of this room; its first one by default" }),
    dueDate: instant().optional(),
    assigneeId: z.string().optional().meta(ASSIGNEE),
  })
  .meta({ id: "CreateTask" });
export type CreateTask = z.output<typeof CreateTask>;

const Changes = z.strictObject({
  title: title.optional(),
  description: description.optional(),
  status: TaskStatus.optional(),
  dueDate: instant().nullable().optional(),
  assigneeId: z.string().nullable().optional().meta(ASSIGNEE),
});
const CHANGEABLE = Object.keys(Changes.shape);

export const UpdateTask = Changes.extend({
  // Any integer is accepted: a version that no task can have differs from the current one, too.
  version: z.int().optional().meta({ description: "The version that the change is based on" }),
})
  .refine(({ version: _, ...changes }) => Object.values(changes).some((change) => change !== undefined), {
    message: `must hold at least one of ${CHANGEABLE.join(", ")}`,
  })
  .meta({ id: "UpdateTask", ...describeChoice("anyOf", CHANGEABLE) });
export type UpdateTask = z.output<typeof UpdateTask>;

/** Only the workspace sets a start date; /v1 neither accepts nor returns it. */
export type NewTask =
  | (CreateTask & { startDate?: Date | undefined })
  | (SomeFields & { title: string; boardId?: string | undefined });
export type TaskChange = (UpdateTask & { startDate?: Date | null | undefined }) | (SomeFields & { version: number });

export const BoardSummary = z
  .object({
    id: z.string(),
    roomId: z.string(),
    name: z.string(),
    position: z.number().int().meta({ description: "The lowest is the room's first board, where new tasks go" }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "BoardSummary" });
export type BoardSummary = z.output<typeof BoardSummary>;
