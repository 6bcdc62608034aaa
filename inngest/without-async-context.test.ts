import { InngestTestEngine } from "@inngest/test";
import { expect, test } from "vitest";
import { inngest } from "./client";

const SHARED = Symbol.for("inngest:als");

test("the SDK runs functions in the context that it was given, and makes none of its own", async () => {
  const given = Reflect.get(globalThis, SHARED) as { resolved: { run: (...args: unknown[]) => unknown } };
  const { run } = given.resolved;
  let runs = 0;
  given.resolved.run = (...args) => {
    runs += 1;
    return run(...args);
  };
  const greet = inngest.createFunction({ id: "greet", triggers: [{ event: "test/greet" }] }, ({ step }) =>
    step.run("greet", () => "hello"),
  );
  const { result } = await new InngestTestEngine({ function: greet, events: [{ name: "test/greet" }] }).execute();
  given.resolved.run = run;
  expect(result).toBe("hello");
  expect(runs).toBeGreaterThan(0);
  expect(Reflect.get(globalThis, SHARED)).toBe(given);
});
