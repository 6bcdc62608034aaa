import { expect, test } from "vitest";
import { LOCALES } from "../../i18n/locale";
import { buildDocument } from "./openapi";
import { REGISTRY } from "./registry";
import { readMeanings } from "./value-meanings";

interface Listed {
  enum?: unknown;
  examples?: unknown;
  "x-svc-values"?: string;
  "x-enumDescriptions"?: Readonly<Record<string, string>>;
}

interface Found {
  path: string;
  set: string | undefined;
  values: readonly unknown[];
  descriptions: Readonly<Record<string, string>>;
}

function findValues(node: unknown, path: string): Found[] {
  if (typeof node !== "object" || node === null) return [];
  const { enum: values, examples, "x-svc-values": set, "x-enumDescriptions": descriptions = {} }: Listed = node;
  const listed: unknown = values ?? examples;
  const own = Array.isArray(listed) && listed.length > 1 ? [{ path, set, values: listed, descriptions }] : [];
  return [...own, ...Object.entries(node).flatMap(([key, value]) => findValues(value, `${path}/${key}`))];
}

const found = findValues(JSON.parse(JSON.stringify(buildDocument(REGISTRY))), "");

test("lists values of many kinds", () => expect(new Set(found.map(({ set }) => set)).size).toBe(14));

test.each(found)("explains every value at $path in each language", ({ set = "none", values, descriptions }) => {
  expect(Object.keys(descriptions)).toEqual(expect.arrayContaining(values.map(String)));
  expect(Object.values(descriptions)).not.toContain("");
  for (const locale of LOCALES)
    for (const value of values) expect(readMeanings(set, locale)[String(value)]).toMatch(/\S/);
});

test("reports a set without meanings", () => {
  expect(() => readMeanings("nothing", "en")).toThrow("The values of nothing have no meanings");
});
