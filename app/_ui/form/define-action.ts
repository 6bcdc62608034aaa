import type { z } from "zod";
import { markActionBegun } from "@/lib/platform/page-answer";
import { type Mapping, type Problem, readProblems } from "./problems";

/** `Done` is a result that the page shows; forms that redirect have none. `Values` are shown again without JavaScript. */
export type FormState<Done = never, Values = null> =
  | { kind: "idle" }
  | { kind: "refused"; problems: Problem[]; values: Values }
  | Done;
export type FormAction<Done = never, Values = null> = (
  previous: unknown,
  form: FormData,
) => Promise<FormState<Done, Values>>;

type Run<Result> = (form: FormData, previous: unknown) => Promise<Result>;

/**
 * Anyone can call a server action with any arguments. These are the doors of all of them: an argument that no form of
 * ours sends becomes an empty form, and is refused with the same words as one.
 */
function readForm(given: unknown): FormData {
  return given instanceof FormData ? given : new FormData();
}

export function formAction(run: (form: FormData) => Promise<void>): (form: FormData) => Promise<void> {
  return async (form) => {
    markActionBegun();
    return run(readForm(form));
  };
}

export function statefulAction<Done = never>(run: Run<Done>, mapping?: Mapping): FormAction<Done> {
  return keepingAction(() => null, run, mapping);
}

export function keepingAction<Values, Done = never>(
  keep: (form: FormData) => Values,
  run: Run<Done>,
  mapping?: Mapping,
): FormAction<Done, Values> {
  return async (previous, given) => {
    markActionBegun();
    const form = readForm(given);
    try {
      return await run(form, previous);
    } catch (error) {
      return { kind: "refused", problems: await readProblems(error, mapping), values: keep(form) };
    }
  };
}

export function valueAction<Schema extends z.ZodType, Result>(
  schema: Schema,
  refused: Result,
  run: (value: z.output<Schema>) => Promise<Result>,
): (value: z.input<Schema>) => Promise<Result> {
  return async (given) => {
    markActionBegun();
    const parsed = schema.safeParse(given);
    return parsed.success ? run(parsed.data) : refused;
  };
}
