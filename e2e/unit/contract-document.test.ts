import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SCOPES } from "../../lib/access/scopes";
import { REGISTRY } from "../../lib/docs/surface/registry";
import { EVENT_CATALOG } from "../../lib/events/catalog";

const text = readFileSync("docs/contract.md", "utf8");

/** The lines of one section, from `## §4 …` to the next. */
function readSection(number: number): string {
  return text.split(/^## §/m).find((part) => part.startsWith(`${number} `)) ?? "";
}

test("has sections 1 to 9, which code comments refer to", () => {
  const numbers = [...text.matchAll(/^## §(\d)/gm)].map(([, number]) => Number(number));
  expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test("gives every read of §4 the scope and units that its declaration has", () => {
  const rows = [...readSection(4).matchAll(/^\| `(\/v1\/[^`]*)` \| `([^`]+)` \| (\d+) \|/gm)];
  expect(rows).toHaveLength(17);
  for (const [, path, scope, units] of rows) {
    const endpoint = REGISTRY.find((candidate) => candidate.method === "GET" && candidate.path === path);
    expect({ path, scope: endpoint?.scope, units: endpoint?.units }).toEqual({ path, scope, units: Number(units) });
  }
});

test("gives every write of §4 the scope that its declaration has, at 3 units", () => {
  const rows = [...readSection(4).matchAll(/^\| `(POST|PATCH) (\/v1\/[^`]*)` \| `([^`]+)` \|/gm)];
  expect(rows).toHaveLength(6);
  for (const [, method, path, scope] of rows) {
    const endpoint = REGISTRY.find((candidate) => candidate.method === method && candidate.path === path);
    expect({ path, scope: endpoint?.scope, units: endpoint?.units }).toEqual({ path, scope, units: 3 });
  }
});

test("names every scope and every event type", () => {
  for (const scope of SCOPES) expect(readSection(5)).toContain(`\`${scope}\``);
  for (const { type } of EVENT_CATALOG) expect(readSection(6)).toContain(`\`${type}\``);
});
