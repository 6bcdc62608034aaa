import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { TOOL_SCOPES } from "@/lib/agents/mcp/tools";
import { KNOWN_CLIENT_SCOPES } from "@/lib/oauth/client-documents/known-clients";
import { CLIENT_KEYS, describeClient, documentUrlOf } from "./clients";

const facts = { baseUrl: "http://localhost:3000", scopes: TOOL_SCOPES, clientId: null, callbackPort: null };

test.each(["claude-code", "vs-code", "codex", "opencode"] as const)(
  "the guide configures %s as this page does",
  (key) => {
    const guide = readFileSync("docs/guides/en/agents.md", "utf8");
    const url = documentUrlOf(key);
    expect(url).not.toBeNull();
    for (const part of [describeClient(key, facts).code, url ?? ""]) expect(guide).toContain(part);
  },
);

test("the known clients may ask for the scopes of all tools", () => {
  expect(KNOWN_CLIENT_SCOPES).toEqual(TOOL_SCOPES);
});

test("the links of VS Code and Cursor carry the configuration that the page shows", () => {
  const code = new URL(describeClient("vs-code", facts).addLink ?? "");
  expect(JSON.parse(decodeURIComponent(code.search.slice(1)))).toEqual({
    name: "svc",
    type: "http",
    url: "http://localhost:3000/mcp",
  });
  const cursor = describeClient("cursor", { ...facts, clientId: "app_1" });
  const config = new URL(cursor.addLink ?? "").searchParams.get("config") ?? "";
  const server: unknown = JSON.parse(Buffer.from(config, "base64").toString());
  expect(JSON.parse(cursor.code)).toEqual({ mcpServers: { svc: server } });
  expect(server).toMatchObject({ auth: { CLIENT_ID: "app_1", scopes: TOOL_SCOPES } });
});

test("a client that needs a client ID has no link before there is one", () => {
  expect(CLIENT_KEYS.filter((key) => describeClient(key, facts).addLink !== null)).toEqual(["vs-code"]);
});
