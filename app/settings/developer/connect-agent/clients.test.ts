import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { TOOL_SCOPES } from "@/lib/mcp/tools";
import { describeClient } from "./clients";

test.each(["claude-code", "vs-code"] as const)("the guide configures %s as this page does", (key) => {
  const guide = readFileSync("docs/guides/en/agents.md", "utf8");
  const { code, redirectUris } = describeClient(key, "http://localhost:3000", TOOL_SCOPES);
  for (const part of [code, ...redirectUris]) expect(guide).toContain(part);
});
