import { z } from "zod";
import { readField } from "@/app/_ui/form/read-field";
import { joinLines } from "@/lib/platform/characters";
import type { Issue } from "@/lib/platform/errors";
import { TASK_TITLE_MAX_LENGTH } from "@/lib/platform/limits";
import { titleText } from "@/lib/platform/text";
import { endOfDay, parseDay, startOfDay } from "@/lib/tasks/days";
import type { CurrentTask } from "@/lib/tasks/edit";
import { TASK_FIELDS, type TaskField, type TaskFields } from "@/lib/tasks/merge";
import { CreateTask, type NewTask, TaskStatus } from "@/lib/tasks/task";
import { type OpenTask, showDay, showFields, type TaskValues } from "./task-values";

const Base = z.object({
  version: z.int32(),
  title: z.string(),
  description: z.string(),
  status: TaskStatus,
  startDate: z.iso.datetime().nullable(),
  dueDate: z.iso.datetime().nullable(),
});
const Texts = z.object({ title: titleText(TASK_TITLE_MAX_LENGTH), description: CreateTask.shape.description });

/** The values the form was rendered with; null for a tampered form. */
export function readBase(form: FormData): CurrentTask | null {
  try {
    return Base.parse(JSON.parse(readField(form, "base")));
  } catch {
    return null;
  }
}

/** Forms always send line breaks as CRLF. */
const unifyLines = (text: string) => text.replace(/\r\n?/g, "\n");

export function readValues(form: FormData): TaskValues {
  return {
    title: readField(form, "title").trim(),
    description: unifyLines(readField(form, "description")),
    status: readField(form, "status"),
    startDate: readField(form, "startDate"),
    dueDate: readField(form, "dueDate"),
  };
}

const NO_BASE: CurrentTask = {
  version: 0,
  title: "",
  description: "",
  status: "NOT_STARTED",
  startDate: null,
  dueDate: null,
};

/** The form as it was sent. Without its base it cannot tell what was changed, but the typed values stay. */
export function readOpenTask(form: FormData): OpenTask {
  const base = readBase(form);
  const contested = base ? TASK_FIELDS.filter((field) => form.has(`choice.${field}`)) : [];
  const chosen = contested.filter((field) => readField(form, `choice.${field}`) === "theirs");
  return { values: readValues(form), base: base ?? NO_BASE, contested, chosen };
}

function readMoments(values: TaskValues, before: Pick<TaskFields, "startDate" | "dueDate">, zone: string) {
  const problems: Issue[] = [];
  const read = (field: "startDate" | "dueDate"): string | null => {
    const text = values[field];
    if (text === showDay(before[field], zone)) return before[field];
    const day = parseDay(text);
    if (day !== null) return (field === "startDate" ? startOfDay(day, zone) : endOfDay(day, zone)).toISOString();
    if (text !== "") problems.push({ path: field, message: field === "startDate" ? "start_invalid" : "due_invalid" });
    return null;
  };
  return { startDate: read("startDate"), dueDate: read("dueDate"), problems };
}

function checkTexts({ title, description }: TaskValues): Issue[] {
  const { error } = Texts.safeParse({ title, description });
  return (error?.issues ?? []).map(({ path: [field] }) => ({
    path: String(field),
    message: field === "title" ? "title_invalid" : "description_invalid",
  }));
}

export function readChanges(
  values: TaskValues,
  base: CurrentTask,
  zone: string,
  theirs: readonly TaskField[],
): { mine: Partial<TaskFields>; problems: Issue[] } {
  const { problems, ...moments } = readMoments(values, base, zone);
  const status = TaskStatus.safeParse(values.status);
  const all: TaskFields = {
    title: values.title === joinLines(base.title) ? base.title : values.title,
    description: values.description === unifyLines(base.description) ? base.description : values.description,
    status: status.success ? status.data : base.status,
    ...moments,
  };
  const changed = TASK_FIELDS.filter((field) => all[field] !== base[field] && !theirs.includes(field));
  const mine = Object.fromEntries(changed.map((field) => [field, all[field]]));
  const found = [...checkTexts(values), ...problems].filter(({ path }) => changed.some((name) => name === path));
  return { mine, problems: found };
}

export function readNewTask(values: TaskValues, board: string, zone: string): { input: NewTask; problems: Issue[] } {
  const { startDate, dueDate, problems } = readMoments(values, { startDate: null, dueDate: null }, zone);
  return {
    input: {
      title: values.title,
      ...(values.description === "" ? {} : { description: values.description }),
      ...(board === "" ? {} : { boardId: board }),
      ...(startDate === null ? {} : { startDate: new Date(startDate) }),
      ...(dueDate === null ? {} : { dueDate: new Date(dueDate) }),
    },
    problems: [...checkTexts(values), ...problems],
  };
}

export function echoMerge(
  values: TaskValues,
  mine: Partial<TaskFields>,
  theirs: CurrentTask,
  zone: string,
): TaskValues {
  const kept = TASK_FIELDS.filter((field) => mine[field] !== undefined).map((field) => [field, values[field]]);
  return { ...showFields(theirs, zone), ...Object.fromEntries(kept) };
}
