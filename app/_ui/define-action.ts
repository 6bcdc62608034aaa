import type { z } from "zod";
import { markActionBegun } from "@/lib/platform/page-answer";

/**
 * Anyone can call a server action with any arguments. These are the doors of all of them: what no form of ours can
 * have sent becomes an empty form, and is refused with the same words as one.
 */
function readForm(given: unknown): FormData {
  return given instanceof FormData ? given : new FormData();
}

/** For `<form action>` without an answer on the page. */
export function formAction(run: (form: FormData) => Promise<void>): (form: FormData) => Promise<void> {
  return async (form) => {
    markActionBegun();
    return run(readForm(form));
  };
}

/** For `useActionState`. The state comes from the browser too: parse what is read from it. */
export function statefulAction<State>(
  run: (form: FormData, previous: unknown) => Promise<State>,
): (previous: State, form: FormData) => Promise<State> {
  return async (previous, form) => {
    markActionBegun();
    return run(readForm(form), previous);
  };
}

/** For calls from scripts with one value. `refused` answers a value that does not fit the schema. */
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

export function bareAction(run: () => Promise<void>): () => Promise<void> {
  return async () => {
    markActionBegun();
    return run();
  };
}
