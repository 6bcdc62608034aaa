import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readSourceGraph } from "../support/source-graph";

const root = fileURLToPath(new URL("../..", import.meta.url));
const graph = readSourceGraph(root);

/** `sql<Row>("name", TEXT` and the same with its text in place. */
const CALL = /\b(?:sql|last)(?:<[^()]*>)?\(\s*"(\w+)",\s*(?:([A-Z][A-Z_0-9]*)\b|`([^`]*)`|"([^"]*)")/g;

/** A connection prepares a statement once under its name, so a second text under the same name would fail. */
test("a statement name belongs to one text", () => {
  const texts = new Map<string, Set<string>>();
  for (const file of graph.files) {
    for (const [, name = "", constant, ...inPlace] of readFileSync(`${root}/${file}`, "utf8").matchAll(CALL)) {
      const text = constant ? (graph.resolve(file, constant) ?? constant) : `${file}: ${inPlace.join("")}`;
      texts.set(name, (texts.get(name) ?? new Set()).add(text));
    }
  }
  expect(texts.size).toBeGreaterThan(100);
  expect([...texts].filter(([, { size }]) => size > 1).map(([name, places]) => [name, ...places])).toEqual([]);
});
