import { expect, test } from "vitest";
import { type AlertRule, evaluate, isFiring, parseScrape } from "../support/tables/alert-rules";

/** A scrape each minute; null: the target did not answer. */
const scrape = (...texts: (string | null)[]) => texts.map((text, minute) => parseScrape(minute * 60_000, text));

test("reads samples with their labels, and `up` where nothing answered", () => {
  const [answered, silent] = scrape('# HELP a x\na{b="1",c="x \\"y\\""} 2.5\nplain 1e3\n', null);
  expect(answered?.samples.map(({ name, labels, value }) => [name, labels["b"] ?? "", value])).toEqual([
    ["up", "", 1],
    ["a", "1", 2.5],
    ["plain", "", 1000],
  ]);
  expect(silent?.samples).toEqual([expect.objectContaining({ name: "up", value: 0 })]);
});

test.each([
  ['a{b="1"} > 1', [2]],
  ["a > 2", [3]],
  ["sum(a) > 0", [5]],
  ["max(a) > 0", [3]],
  ["up == 1", [1]],
  ["none > 0", []],
])("%s", (expression, values) => {
  const found = evaluate(expression, scrape('a{b="1"} 2\na{b="2"} 3'));
  expect(found.map(({ value }) => value)).toEqual(values);
});

test("growth goes on over a restart, which begins at 0 again", () => {
  const [grown] = evaluate("increase(a[5m]) > 0", scrape("a 1", "a 4", "a 2"));
  expect(grown?.value).toBe(5);
  const [rate] = evaluate("sum(rate(a[5m])) > 0", scrape("a 1", "a 4", "a 2"));
  expect(rate?.value).toBeCloseTo(5 / 120);
});

test("growth counts the range alone, and a series with one sample has none", () => {
  expect(evaluate("increase(a[1m]) > 0", scrape("a 1", "a 9", "a 9"))).toEqual([]);
  expect(evaluate("increase(a[5m]) > 0", scrape("", "a 9"))).toEqual([]);
});

test("a share divides series of the same labels", () => {
  const texts = scrape('a{s="5xx"} 0\na{s="2xx"} 0', 'a{s="5xx"} 1\na{s="2xx"} 3');
  const share = 'sum(rate(a{s="5xx"}[5m])) / sum(rate(a[5m]))';
  expect(evaluate(`${share} > 0.2`, texts)[0]?.value).toBeCloseTo(0.25);
  expect(evaluate(`${share} > 0.3`, texts)).toEqual([]);
});

test.each(["a", "avg(a) > 1", "a > b", 'a{b=~"1"} > 1', "a / b / c > 1", "rate(a) > 1"])(
  "%s is not understood",
  (expression) => {
    expect(() => evaluate(expression, scrape("a 1\nb 1\nc 1"))).toThrow();
  },
);

test("fires once it has held for the whole time, and no longer than it holds", () => {
  const rule = {
    alert: "A",
    expr: "a > 1",
    for: "2m",
    labels: { severity: "page" },
    annotations: { summary: "" },
  } as AlertRule;
  expect(isFiring(rule, scrape("a 2", "a 2"))).toBe(false);
  expect(isFiring(rule, scrape("a 2", "a 2", "a 2"))).toBe(true);
  expect(isFiring(rule, scrape("a 2", "a 0", "a 2", "a 2"))).toBe(false);
  expect(isFiring(rule, scrape("a 2", "a 2", "a 2", "a 0"))).toBe(false);
  expect(isFiring(rule, scrape("a 2", "a 2", null))).toBe(false);
});
