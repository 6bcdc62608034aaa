import { expect, test } from "vitest";
import { createCrontab, findLastTick } from "./crontab";
import { makePlan, parseCron } from "./plan";

const at = (text: string) => Date.parse(`${text}Z`);
const show = (ms: number | null | undefined) => (ms == null ? null : new Date(ms).toISOString().slice(0, 16));

test.each([
  ["* * * * *", "2026-11-21T05:08:57", "2026-11-21T05:09"],
  ["* * * * *", "2026-11-21T05:08:00", "2026-11-21T05:09"],
  ["17 3 * * *", "2026-11-21T03:17:00", "2026-11-22T03:17"],
  ["*/15 * * * *", "2026-11-21T23:50:00", "2026-11-22T00:00"],
  ["5-20/5,40 1 * * *", "2026-11-21T01:11:00", "2026-11-21T01:15"],
  ["23 */6 * * *", "2026-11-21T18:24:00", "2026-11-22T00:23"],
  ["0 0 1 1 *", "2026-11-21T00:00:00", "2027-01-01T00:00"],
  ["0 12 * * 7", "2026-11-21T13:00:00", "2026-11-22T12:00"],
  ["0 12 13 * 5", "2026-11-21T13:00:00", "2026-11-27T12:00"],
  ["0 12 13 * 5", "2026-12-11T13:00:00", "2026-12-13T12:00"],
  ["0 0 29 2 *", "2096-03-01T00:00:00", "2104-02-29T00:00"],
  ["0 0 31 2 *", "2026-01-01T00:00:00", null],
])("%s after %s is %s", (text, after, next) => {
  expect(
    show(
      parseCron(text)
        .nextRun(new Date(at(after)))
        ?.getTime(),
    ),
  ).toBe(next);
});

test.each([
  ["*/5 * * * *", "2026-11-21T05:00:00", "2026-11-21T05:11:30", "2026-11-21T05:10"],
  ["*/5 * * * *", "2026-11-21T05:05:00", "2026-11-21T05:10:00", "2026-11-21T05:10"],
  ["*/5 * * * *", "2026-11-21T05:10:00", "2026-11-21T05:14:59", null],
  ["17 3 * * *", "2026-11-20T05:00:00", "2026-11-21T05:00:00", "2026-11-21T03:17"],
])("the last of %s in (%s, %s] is %s", (text, after, until, last) => {
  expect(show(findLastTick(parseCron(text), at(after), at(until)))).toBe(last);
});

test.each([
  "",
  "* * * *",
  "60 * * * *",
  "* 24 * * *",
  "* * 0 * *",
  "* * * 13 *",
  "* * * * 8",
  "5-1 * * * *",
  "*/0 * * * *",
  "TZ=Asia/Tokyo * * * * *",
  "* * * * * *",
])("%j is refused", (text) => {
  expect(() => parseCron(text)).toThrow("CronPattern");
});

test("ticks come once each, the last of those that were missed, and not before they are stored", () => {
  const crontab = createCrontab(makePlan([{ id: "f", triggers: [{ cron: "*/10 * * * *" }], steps: { step: {} } }]));
  const list = (text: string) => crontab.listDue(at(text)).map(({ event }) => event.id);
  const tick = (time: string) => `cron:f:*/10 * * * *:2026-11-21T${time}:00.000Z`;
  expect(list("2026-11-21T05:11:00")).toEqual([tick("05:10")]);
  expect(list("2026-11-21T05:12:00")).toEqual([tick("05:10")]);
  crontab.advance(at("2026-11-21T05:12:00"));
  expect(show(crontab.nextMs())).toBe("2026-11-21T05:20");
  expect(list("2026-11-21T05:19:59")).toEqual([]);
  expect(list("2026-11-21T05:41:00")).toEqual([tick("05:40")]);
});
