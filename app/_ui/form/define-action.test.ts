import { expect, test } from "vitest";
import { z } from "zod";
import { formAction, statefulAction, valueAction } from "./define-action";

/** Forged calls: types do not bind clients. */
const call = (action: unknown, ...args: unknown[]): unknown => (action as (...given: unknown[]) => unknown)(...args);
const NOT_FORMS = [undefined, null, 1, "text", [], {}, { get: "text" }, new Map()];

test.each(NOT_FORMS)("%j in place of a form is an empty form", async (given) => {
  const fields: string[][] = [];
  const read = (form: FormData) => {
    fields.push([...form.keys()]);
    return Promise.resolve();
  };
  await call(formAction(read), given);
  await call(statefulAction(read), { kind: "idle" }, given);
  await call(statefulAction(read));
  expect(fields).toEqual([[], [], []]);
});

test("a value that does not fit is refused without running anything", async () => {
  const runs: unknown[] = [];
  const action = valueAction(z.strictObject({ id: z.string() }), "refused", (value) => {
    runs.push(value);
    return Promise.resolve("done");
  });
  for (const given of [...NOT_FORMS, { id: 1 }, { id: "a", more: 1 }])
    expect(await call(action, given)).toBe("refused");
  expect(runs).toEqual([]);
  expect(await action({ id: "a" })).toBe("done");
});
