import { expect, test } from "vitest";
import type { Caller } from "../access/caller";
import { limitEntityBurst, limitMonthlyUnits, type Plan } from "../platform/limits";
import { describeBurst, listAxes, windowOf } from "./burst";
import { monthOf, monthReset } from "./units";

const caller = (plan: Plan, seats: number): Caller => ({
  actor: { type: "app", id: "key_1", userId: null },
  authMethod: "api_key",
  scopes: new Set(),
  billing: { entityId: "bil_1", kind: "organization", organizationId: "org_1", plan, seats, suspension: null },
  apiKeyId: "key_1",
  isUseStale: false,
  keyBudget: null,
  isRecorded: false,
  grantId: null,
  tokenId: null,
  appId: null,
});

test.each([
  [1, 300, 20_000],
  [5, 300, 100_000],
  [6, 360, 120_000],
  [50, 3_000, 1_000_000],
  [51, 3_000, 1_020_000],
])("%i seats: %i requests a minute, %i units a month", (seats, burst, units) => {
  expect(limitEntityBurst({ plan: "STANDARD", seats })).toBe(burst);
  expect(limitMonthlyUnits({ plan: "STANDARD", seats })).toBe(units);
  expect(limitEntityBurst({ plan: "UNLIMITED", seats })).toBeNull();
  expect(limitMonthlyUnits({ plan: "UNLIMITED", seats })).toBeNull();
});

test("axes are ordered from narrow to wide, and a tie goes to the narrower one", () => {
  const axes = listAxes(caller("STANDARD", 1), "write");
  expect(axes.map(({ scope, limit }) => [scope, limit])).toEqual([
    ["endpoint", 30],
    ["api_key", 120],
    ["actor", 120],
    ["organization", 300],
  ]);
  expect(describeBurst(axes.slice(1), [1, 1, 1], true, 9).tightest.scope).toBe("api_key");
  expect(describeBurst(axes.slice(1), [1, 1, 250], true, 9).tightest.scope).toBe("organization");
  expect(listAxes(caller("UNLIMITED", 1), "read").map(({ scope }) => scope)).toEqual(["api_key", "actor"]);
});

test("windows are aligned to the epoch minute", () => {
  expect(windowOf(60_000)).toEqual({ window: 1, resetSeconds: 60 });
  expect(windowOf(119_999)).toEqual({ window: 1, resetSeconds: 1 });
  expect(windowOf(90_001)).toEqual({ window: 1, resetSeconds: 30 });
});

test("months are UTC months", () => {
  const at = new Date("2026-12-31T23:59:59.999Z");
  expect(monthOf(at)).toBe("2026-12-01");
  expect(monthReset(at).toISOString()).toBe("2027-01-01T00:00:00.000Z");
});
