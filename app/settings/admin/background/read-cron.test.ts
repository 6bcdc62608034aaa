import { expect, test } from "vitest";
import { describeFunctions } from "@/inngest/describe-functions";
import { readCron } from "./read-cron";

test.each([
  ["* * * * *", { unit: "minutes", count: 1 }],
  ["*/10 * * * *", { unit: "minutes", count: 10 }],
  ["17 3 * * *", { unit: "day", time: "03:17" }],
  ["5 0 * * *", { unit: "day", time: "00:05" }],
  ["23 */6 * * *", { unit: "hours", count: 6 }],
  ["33 * * * *", { unit: "hours", count: 1 }],
  ["*/7 * * * *", null],
  ["0 */5 * * *", null],
  ["*/10 3 * * *", null],
  ["*/0 * * * *", null],
  ["0 3 * * 1", null],
  ["0 1-5 * * *", null],
  ["TZ=Asia/Tokyo 0 3 * * *", null],
  ["", null],
])("reads the schedule %o", (cron, schedule) => expect(readCron(cron)).toEqual(schedule));

test("reads the schedule of every function of this service", () => {
  const crons = describeFunctions(new Date()).flatMap((fn) => fn.crons);
  expect(crons.length).toBeGreaterThan(0);
  expect(crons.filter((cron) => readCron(cron) === null)).toEqual([]);
});
