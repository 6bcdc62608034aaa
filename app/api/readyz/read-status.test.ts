import { expect, test } from "vitest";
import { describeStatus } from "./read-status";

const AT = new Date("2026-11-23T08:00:00Z");
const GOOD = { database: "ok", limitsBackend: "ok", migrations: "ok" };

test("everything is up when every check is ok", () => {
  expect(describeStatus(GOOD, false, AT)).toEqual({
    state: "up",
    parts: { database: "up", limitsBackend: "up", migrations: "up", background: "up" },
    checkedAt: AT.toISOString(),
  });
});

test("background work that this process does for a silent Inngest is degraded, and so is the service", () => {
  expect(describeStatus(GOOD, true, AT)).toMatchObject({ state: "degraded", parts: { background: "degraded" } });
});

test("without its database no background work is done either", () => {
  expect(describeStatus({ ...GOOD, database: "unreachable" }, false, AT)).toMatchObject({
    state: "down",
    parts: { database: "down", background: "down", limitsBackend: "up" },
  });
});

test("reasons are for operators: the status says none", () => {
  const status = describeStatus({ ...GOOD, migrations: "not applied: 20261123_add_table" }, false, AT);
  expect(status.state).toBe("down");
  expect(JSON.stringify(status)).not.toContain("add_table");
});
