import { CLIENTS_PATH } from "@/app/_links";
import { DEFAULT_CALLBACK_PORT, KNOWN_CLIENTS, type KnownClient } from "@/lib/oauth/client-documents/known-clients";

export const CLIENT_ID = "YOUR_CLIENT_ID";

export const CLIENT_KEYS = [
  "claude-code",
  "vs-code",
  "codex",
  "opencode",
  "claude",
  "chatgpt",
  "cursor",
  "claude-desktop",
  "other",
] as const;
export type ClientKey = (typeof CLIENT_KEYS)[number];

export interface ClientSetup {
  code: string;
  redirectUris: readonly string[];
  /** Opens the client with the server filled in; null: it has no such link, or the link needs a client ID first. */
  addLink: string | null;
}

export interface SetupFacts {
  baseUrl: string;
  scopes: readonly string[];
  /** null: unknown, or not needed. */
  clientId: string | null;
  /** The port of an approved document; null: as the approval proposes it. */
  callbackPort: number | null;
}

const BRIDGE_PORT = 3334;
const SERVER_NAME = "svc";

export function findClientKey(name: string): ClientKey {
  return CLIENT_KEYS.find((key) => key === name) ?? "claude-code";
}

export function documentUrlOf(key: ClientKey): string | null {
  return isKnown(key) ? KNOWN_CLIENTS[key].url : null;
}

function isKnown(key: ClientKey): key is KnownClient {
  return Object.hasOwn(KNOWN_CLIENTS, key);
}

export function findClientOf(url: string): ClientKey | null {
  return CLIENT_KEYS.find((key) => documentUrlOf(key) === url) ?? null;
}

export function redirectUrisOf(key: ClientKey): readonly string[] {
  if (key === "cursor") return ["http://localhost:8787/callback"];
  return key === "claude-desktop" ? [`http://localhost:${BRIDGE_PORT}/oauth/callback`] : [];
}

export function describeClient(key: ClientKey, facts: SetupFacts): ClientSetup {
  return { redirectUris: redirectUrisOf(key), ...writeSetup(key, facts) };
}

function writeSetup(
  key: ClientKey,
  { baseUrl, scopes, clientId, callbackPort }: SetupFacts,
): Omit<ClientSetup, "redirectUris"> {
  const url = `${baseUrl}/mcp`;
  const port = callbackPort ?? DEFAULT_CALLBACK_PORT;
  switch (key) {
    case "claude-code": {
      const flags = `--transport http --callback-port ${port}`;
      return { code: `claude mcp add ${flags} ${SERVER_NAME} ${url}`, addLink: null };
    }
    case "vs-code": {
      const server = { type: "http", url };
      const link = encodeURIComponent(JSON.stringify({ name: SERVER_NAME, ...server }));
      return { code: writeJson({ servers: { [SERVER_NAME]: server } }), addLink: `vscode:mcp/install?${link}` };
    }
    case "codex": {
      const login = `codex -c mcp_oauth_callback_port=${port} mcp login ${SERVER_NAME}`;
      return { code: `codex mcp add ${SERVER_NAME} --url ${url}\n${login}`, addLink: null };
    }
    case "opencode": {
      const server = { type: "remote", url, oauth: { callback_port: port } };
      return { code: writeJson({ mcp: { [SERVER_NAME]: server } }), addLink: null };
    }
    case "claude":
    case "chatgpt":
      return { code: url, addLink: null };
    case "cursor": {
      const server = { url, auth: { CLIENT_ID: clientId ?? CLIENT_ID, scopes } };
      const config = encodeURIComponent(Buffer.from(JSON.stringify(server)).toString("base64"));
      const link = `cursor://anysphere.cursor-deeplink/mcp/install?name=${SERVER_NAME}&config=${config}`;
      return { code: writeJson({ mcpServers: { [SERVER_NAME]: server } }), addLink: clientId === null ? null : link };
    }
    case "claude-desktop": {
      const args = listBridgeArguments(url, scopes, clientId ?? CLIENT_ID);
      return { code: writeJson({ mcpServers: { [SERVER_NAME]: { command: "npx", args } } }), addLink: null };
    }
    case "other":
      return {
        code: writeJson({
          url,
          transport: "streamable-http",
          resource: url,
          resourceMetadata: `${baseUrl}/.well-known/oauth-protected-resource/mcp`,
          authorizationServer: baseUrl,
          clientId: CLIENT_ID,
          scopes,
        }),
        addLink: null,
      };
  }
}

function listBridgeArguments(url: string, scopes: readonly string[], clientId: string): string[] {
  const client = JSON.stringify({ client_id: clientId });
  const metadata = JSON.stringify({ scope: scopes.join(" ") });
  const flags = ["--static-oauth-client-info", client, "--static-oauth-client-metadata", metadata];
  return ["-y", "mcp-remote", url, String(BRIDGE_PORT), ...flags];
}

function writeJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

export function findReviewPath({ isAdmin }: { isAdmin: boolean }, url: string | null): string | null {
  return isAdmin && url !== null ? `${CLIENTS_PATH}?url=${encodeURIComponent(url)}` : null;
}
