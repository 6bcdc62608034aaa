import { z } from "zod";
import { countCodePoints, isBlank, joinLines } from "../../platform/characters";
import { instant } from "../../platform/instant";
import {
  AGENT_PROPOSALS_MAX,
  AGENT_SUMMARY_MAX_LENGTH,
  MESSAGE_BODY_MAX_LENGTH,
  TASK_DESCRIPTION_MAX_LENGTH,
  TASK_TITLE_MAX_LENGTH,
} from "../../platform/limits";
import { text, titleText } from "../../platform/text";
import type { Assignable } from "../../tasks/queries";
import { CreateTask } from "../../tasks/task";
import { type Proposal, RunEnded } from "./run";

/** An agent's answer is untrusted data: a schema reads it, for one purpose only. */
const TextPart = z.object({ type: z.string(), text: z.string().optional() });
const Completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({
          content: z.union([z.string(), z.array(TextPart)]).nullish(),
          tool_calls: z.array(z.unknown()).nullish(),
          function_call: z.unknown().optional(),
        }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
});

const ModelList = z.object({ data: z.array(z.object({ id: z.string() })) });

const malformed = (detail: string) => new RunEnded("failed", "answer_malformed", detail);

function parseBody<Schema extends z.ZodType>(body: Uint8Array, schema: Schema, what: string): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw malformed("The gateway's answer is not valid JSON in UTF-8.");
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw malformed(`The gateway's answer is not ${what} in the OpenAI format.`);
}

export function readAnswer(body: Uint8Array): string {
  const [choice] = parseBody(body, Completion, "a chat completion").choices;
  if (!choice) throw malformed("The gateway's answer contains no choice.");
  const { message, finish_reason: reason } = choice;
  const asksForTools =
    (message.tool_calls ?? []).length > 0 ||
    (message.function_call ?? null) !== null ||
    reason === "tool_calls" ||
    reason === "function_call";
  if (asksForTools) {
    const said = "The agent asked for tools. It has none here, so its answer was not used.";
    throw new RunEnded("failed", "answer_tool_calls", said);
  }
  if (reason === "length") {
    throw new RunEnded("failed", "answer_cut_off", "The agent's answer was cut off at the gateway's own length limit.");
  }
  const { content } = message;
  const said = Array.isArray(content)
    ? content.flatMap((part) => (part.type === "text" ? (part.text ?? "") : [])).join("")
    : (content ?? "");
  const answer = makeStorable(said).trim();
  if (isBlank(answer)) throw new RunEnded("failed", "answer_empty", "The agent's answer has no text.");
  return answer;
}

/** PostgreSQL stores no NUL, and UTF-8 no lone surrogate. */
function makeStorable(said: string): string {
  return said.replaceAll("\u0000", "\ufffd").toWellFormed();
}

export function readModels(body: Uint8Array): string[] {
  return parseBody(body, ModelList, "a model list").data.map(({ id }) => makeStorable(id));
}

export function readSummary(answer: string): string {
  return refuseLonger(answer, AGENT_SUMMARY_MAX_LENGTH);
}

export function readReply(answer: string): string {
  return refuseLonger(answer, MESSAGE_BODY_MAX_LENGTH);
}

function refuseLonger(answer: string, max: number): string {
  const length = countCodePoints(answer);
  if (length <= max) return answer;
  const said = `The agent's answer has ${length} characters; at most ${max} are used.`;
  throw new RunEnded("failed", "answer_too_long", said);
}

const DueDate = z.union([z.iso.date().transform((day) => new Date(`${day}T00:00:00.000Z`)), instant()]);

const ProposedTask = z.object({
  title: z.string().transform(joinLines).pipe(titleText(TASK_TITLE_MAX_LENGTH)),
  description: z.string().trim().pipe(text(0, TASK_DESCRIPTION_MAX_LENGTH)).nullish(),
  dueDate: DueDate.nullish(),
  assignee: z.string().catch(""),
});
const ProposedTasks = z.object({ tasks: z.array(z.unknown()) });

export function readProposals(
  answer: string,
  people: readonly Assignable[],
): { proposals: Proposal[]; leftOut: number } {
  const parsed = ProposedTasks.safeParse(findJson(answer));
  if (!parsed.success) {
    throw new RunEnded("failed", "answer_invalid", "The agent's answer is not the requested JSON.");
  }
  const { tasks } = parsed.data;
  const proposals = tasks.slice(0, AGENT_PROPOSALS_MAX).flatMap((task): Proposal[] => {
    const read = ProposedTask.safeParse(task);
    if (!read.success) return [];
    const { title, description, dueDate } = read.data;
    const assignee = findNamed(people, read.data.assignee);
    const proposal = { title, description: description || null, dueDate: dueDate?.toISOString() ?? null };
    return [assignee ? { ...proposal, assignee } : proposal];
  });
  if (proposals.length === 0 && tasks.length > 0) {
    throw new RunEnded("failed", "answer_invalid", "None of the agent's proposals is a valid task.");
  }
  return { proposals, leftOut: tasks.length - proposals.length };
}

/** A name that nobody in the room has, or two people, gives the task to no one. */
function findNamed(people: readonly Assignable[], named: string): Assignable | null {
  const fold = (name: string) => name.trim().toLowerCase();
  const [found, another] = people.filter(({ name }) => fold(name) === fold(named));
  return found && !another ? found : null;
}

/** The proposed assignee may have left the room since. */
export function readTask(
  { title, description, dueDate, assignee }: Proposal,
  people: readonly Assignable[],
): CreateTask {
  const isMember = people.some(({ userId }) => userId === assignee?.userId);
  return CreateTask.parse({
    title: joinLines(title),
    ...(description === null ? {} : { description }),
    ...(dueDate === null ? {} : { dueDate }),
    ...(isMember ? { assigneeId: assignee?.userId } : {}),
  });
}

function findJson(answer: string): unknown {
  const fenced = /```(?:json)?[ \t]*\n([\s\S]*?)\n```/.exec(answer)?.[1];
  try {
    return JSON.parse(fenced ?? answer);
  } catch {
    return null;
  }
}
