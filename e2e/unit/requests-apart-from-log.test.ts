import { expect, test } from "vitest";
import { readSourceGraph } from "../support/source-graph";

const graph = readSourceGraph(process.cwd());

function listReached(...files: string[]): Set<string> {
  const reached = new Set(files);
  // Files that are added meanwhile come too.
  for (const file of reached) for (const next of graph.listImports(file)) reached.add(next);
  return reached;
}

const inLog = (files: ReadonlySet<string>) => [...files].filter((file) => file.startsWith("lib/audit-proof/"));

test("requests execute no statement of the signed log: nothing that serves them knows it", () => {
  const reached = listReached("lib/api/kernel.ts", "lib/surface/registry.ts", "lib/mcp/endpoint.ts");
  expect(reached).toContain("lib/audit/settle.ts");
  expect(inLog(reached)).toEqual([]);
  expect(inLog(listReached("inngest/start-work.ts"))).toContain("lib/audit-proof/append-rows.ts");
});
