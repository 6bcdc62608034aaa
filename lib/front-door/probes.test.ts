import { expect, test } from "vitest";
import { describeReadiness } from "./probes";

test("is ready when every check is ok", () => {
  expect(describeReadiness({ database: "ok" }, false)).toEqual({
    code: 200,
    body: { status: "ok", checks: { database: "ok", background: "ok" } },
  });
});

test("a silent Inngest is reported, and the process stays in service", () => {
  expect(describeReadiness({ database: "ok" }, true)).toEqual({
    code: 200,
    body: { status: "degraded", checks: { database: "ok", background: expect.stringContaining("Inngest") } },
  });
});

test("a failed check takes the process out of service, whatever Inngest does", () => {
  for (const isStandingIn of [true, false])
    expect(describeReadiness({ database: "unreachable" }, isStandingIn)).toMatchObject({
      code: 503,
      body: { status: "not ready" },
    });
});
