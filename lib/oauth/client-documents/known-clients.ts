import type { Scope } from "../../access/scopes";
import { env } from "../../platform/env";
import type { ClientDocument } from "./client-document";

export const DEFAULT_CALLBACK_PORT = 8123;

export const KNOWN_CLIENT_SCOPES: readonly Scope[] = [
  "me:read",
  "organizations:read",
  "rooms:read",
  "messages:read",
  "messages:write",
  "tasks:read",
  "tasks:write",
  "records:read",
  "records:write",
  "files:read",
  "mcp:tools",
];

export const KNOWN_CLIENTS_SETTING = "SVC_APPROVE_KNOWN_CLIENTS";

/** The shapes are copies of the vendors' documents of 2026; the document itself decides once it is read. */
export const KNOWN_CLIENTS = {
  "claude-code": {
    url: "https://claude.ai/oauth/claude-code-client-metadata",
    document: writeShape("Claude Code", "https://claude.ai", [
      "http://localhost/callback",
      "http://127.0.0.1/callback",
    ]),
  },
  "vs-code": {
    url: "https://vscode.dev/oauth/client-metadata.json",
    document: writeShape("Visual Studio Code", "https://vscode.dev/product", [
      "http://127.0.0.1:33418/",
      "https://vscode.dev/redirect",
    ]),
  },
  codex: {
    url: "https://chatgpt.com/oauth/codex/client.json",
    document: writeShape("Codex", null, ["http://127.0.0.1/callback", "http://localhost/callback"]),
  },
  opencode: {
    url: "https://opencode.ai/oauth/opencode/client.json",
    document: writeShape("opencode", "https://opencode.ai", ["http://127.0.0.1/callback", "http://localhost/callback"]),
  },
  claude: {
    url: "https://claude.ai/oauth/mcp-oauth-client-metadata",
    document: writeShape("Claude", "https://claude.ai", ["https://claude.ai/api/mcp/auth_callback"]),
  },
  chatgpt: {
    url: "https://chatgpt.com/oauth/client.json",
    document: {
      ...writeShape("ChatGPT", "https://chatgpt.com/", ["https://chatgpt.com/connector_platform_oauth_redirect"]),
      keys: { jwksUri: "https://chatgpt.com/oauth/jwks.json" },
    },
  },
} satisfies Record<string, { url: string; document: ClientDocument }>;

export type KnownClient = keyof typeof KNOWN_CLIENTS;

function writeShape(name: string, websiteUrl: string | null, redirectUris: string[]): ClientDocument {
  return { name, websiteUrl, redirectUris, leftOutUris: [], isPublic: true, keys: null };
}

export function isApprovedAtOnce(url: string): boolean {
  return env().SVC_APPROVE_KNOWN_CLIENTS && Object.values(KNOWN_CLIENTS).some((known) => known.url === url);
}
