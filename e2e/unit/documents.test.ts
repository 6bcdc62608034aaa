import { expect, test } from "vitest";
import { readShellBlocks } from "../support/readme";

test("every variable of README's examples is assigned before it is used", () => {
  const assigned = new Set<string>();
  const unassigned: string[] = [];
  for (const line of readShellBlocks().join("\n").split("\n")) {
    // An assignment of a line counts for what follows it, so a line is read from left to right.
    for (const [, name, read, used] of line.matchAll(/(?:^|[;\s])([A-Z_]{2,})=|read -r ([A-Z_]+)|\$\{?([A-Z_]{2,})/g)) {
      if (used !== undefined && !assigned.has(used)) unassigned.push(`$${used} in: ${line}`);
      for (const made of [name, read]) if (made !== undefined) assigned.add(made);
    }
  }
  expect(assigned.size).toBeGreaterThan(8);
  expect(unassigned).toEqual([]);
});
