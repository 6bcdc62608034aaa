import { z } from "zod";
import { readField } from "@/app/_ui/form/read-field";
import type { Issue } from "@/lib/platform/errors";
import { TASK_TITLE_MAX_LENGTH } from "@/lib/platform/limits";
import { titleText } from "@/lib/platform/text";
import { endOfDay, parseDay, startOfDay } from "@/lib/tasks/days";
import type { CurrentTask } from "@/lib/tasks/edit";
import { CreateTask, EMPTY_FIELDS, type NewTask, TaskFields, TaskStatus } from "@/lib/tasks/task";
import { type DayField, FIELD_NAMES, isDay, TASK_FIELDS, type TaskField } from "@/lib/tasks/task-fields";
import { type OpenTask, showField, showFields, type TaskValues, unifyLines } from "./task-values";

const Base = TaskFields.extend({ version: z.int32() });
const Texts = z.object({ title: titleText(TASK_TITLE_MAX_LENGTH), description: CreateTask.shape.description });
const DAY_PROBLEMS = { startDate: "start_invalid", dueDate: "due_invalid" } as const satisfies Record<DayField, string>;

/** The values the form was rendered with; null for a tampered form. */
export function readBase(form: FormData): CurrentTask | null {
  try {
    return Base.parse(JSON.parse(readField(form, "base")));
  } catch {
    return null;
  }
}

export function readValues(form: FormData): TaskValues {
  const read = (field: TaskField) => {
    const text = readField(form, field);
    return TASK_FIELDS[field] === "line" ? text.trim() : unifyLines(text);
  };
  return Object.fromEntries(FIELD_NAMES.map((field) => [field, read(field)])) as TaskValues;
}

const NO_BASE: CurrentTask = { version: 0, ...EMPTY_FIELDS };

/** The form as it was sent. Without its base it cannot tell what was changed, but the typed values stay. */
export function readOpenTask(form: FormData): OpenTask {
  const base = readBase(form);
  const contested = base ? FIELD_NAMES.filter((field) => form.has(`choice.${field}`)) : [];
  const chosen = contested.filter((field) => readField(form, `choice.${field}`) === "theirs");
  return { values: readValues(form), base: base ?? NO_BASE, contested, chosen };
}

/** An untouched value stays exactly as it is stored: a form shows a title in one line, and only the day of a date. */
function readEntered(values: TaskValues, base: TaskFields, zone: string): { fields: TaskFields; problems: Issue[] } {
  const problems: Issue[] = [];
  const readDay = (field: DayField): string | null => {
    const day = parseDay(values[field]);
    if (day !== null) return (field === "startDate" ? startOfDay(day, zone) : endOfDay(day, zone)).toISOString();
    if (values[field] !== "") problems.push({ path: field, message: DAY_PROBLEMS[field] });
    return null;
  };
  const read = (field: TaskField): string | null => {
    const [text, before] = [values[field], base[field]];
    if (text === showField(field, before, zone)) return before;
    if (isDay(field)) return readDay(field);
    if (TASK_FIELDS[field] === "status") return TaskStatus.safeParse(text).success ? text : before;
    return text === "" ? EMPTY_FIELDS[field] : text;
  };
  const fields = Object.fromEntries(FIELD_NAMES.map((field) => [field, read(field)])) as TaskFields;
  return { fields, problems: [...checkTexts(values), ...problems] };
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
  const { fields, problems } = readEntered(values, base, zone);
  const changed = FIELD_NAMES.filter((field) => fields[field] !== base[field] && !theirs.includes(field));
  const mine = Object.fromEntries(changed.map((field) => [field, fields[field]]));
  return { mine, problems: problems.filter(({ path }) => changed.some((name) => name === path)) };
}

export function readNewTask(values: TaskValues, board: string, zone: string): { input: NewTask; problems: Issue[] } {
  const { fields, problems } = readEntered(values, EMPTY_FIELDS, zone);
  const entered = Object.entries(fields).filter(([, value]) => value !== null && value !== "");
  const input = { ...Object.fromEntries(entered), title: fields.title };
  return { input: board === "" ? input : { ...input, boardId: board }, problems };
}

export function echoMerge(
  values: TaskValues,
  mine: Partial<TaskFields>,
  theirs: CurrentTask,
  zone: string,
): TaskValues {
  const kept = FIELD_NAMES.filter((field) => mine[field] !== undefined).map((field) => [field, values[field]]);
  return { ...showFields(theirs, zone), ...Object.fromEntries(kept) };
}
