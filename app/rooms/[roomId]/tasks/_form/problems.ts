import { z } from "zod";
import { AppError } from "@/lib/platform/errors";

export type Reason =
  | "title_invalid"
  | "description_invalid"
  | "start_invalid"
  | "due_invalid"
  | "start_after_due"
  | "board_unknown"
  | "board_name_invalid"
  | "boards_too_many"
  | "form_unreadable"
  | "forbidden"
  | "too_fast"
  | "gone";

export interface TaskProblem {
  /** The field's name; empty for a problem of the whole form. */
  field: string;
  reason: Reason;
}

/** What texts and boards may be is known to the schema and the store; screens have words for each. */
const BY_PATH: Readonly<Record<string, TaskProblem>> = {
  title: { field: "title", reason: "title_invalid" },
  description: { field: "description", reason: "description_invalid" },
  startDate: { field: "startDate", reason: "start_after_due" },
  boardId: { field: "board", reason: "board_unknown" },
  boards: { field: "", reason: "boards_too_many" },
};

const Issues = z.object({ issues: z.array(z.object({ path: z.string() })) });

export function readPaths(paths: readonly string[]): TaskProblem[] {
  return paths.flatMap((path) => BY_PATH[path] ?? []);
}

/** What the store refused. Anything unforeseen is thrown on. */
export function readProblems(error: unknown): TaskProblem[] {
  if (!(error instanceof AppError)) throw error;
  if (error.code === "forbidden") return [{ field: "", reason: "forbidden" }];
  if (error.code === "not_found" || error.code === "room_not_found") return [{ field: "", reason: "gone" }];
  if (error.code === "rate_limit_exceeded") return [{ field: "", reason: "too_fast" }];
  const parsed = Issues.safeParse(error.details);
  const problems = parsed.success ? readPaths(parsed.data.issues.map(({ path }) => path)) : [];
  if (problems.length === 0) throw error;
  return problems;
}
