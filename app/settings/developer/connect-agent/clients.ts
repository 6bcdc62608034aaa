/** Placeholder for the client ID of the OAuth app. */
export const CLIENT_ID = "YOUR_CLIENT_ID";

export const CLIENT_KEYS = ["claude-code", "claude-desktop", "cursor", "vs-code", "other"] as const;
export type ClientKey = (typeof CLIENT_KEYS)[number];

export interface ClientSetup {
  code: string;
  /** The client's redirect URIs, registered byte for byte. */
  redirectUris: readonly string[];
}

const CALLBACK_PORT = 8123;
const BRIDGE_PORT = 3334;

export function findClientKey(name: string): ClientKey {
  return CLIENT_KEYS.find((key) => key === name) ?? "claude-code";
}

export function describeClient(key: ClientKey, baseUrl: string, scopes: readonly string[]): ClientSetup {
  const url = `${baseUrl}/mcp`;
  switch (key) {
    case "claude-code": {
      const flags = `--transport http --client-id ${CLIENT_ID} --callback-port ${CALLBACK_PORT}`;
      return {
        code: `claude mcp add ${flags} svc ${url}`,
        redirectUris: [`http://localhost:${CALLBACK_PORT}/callback`],
      };
    }
    case "claude-desktop":
    case "cursor":
      return {
        code: writeJson({ mcpServers: { svc: { command: "npx", args: listBridgeArguments(url, scopes) } } }),
        redirectUris: [`http://localhost:${BRIDGE_PORT}/oauth/callback`],
      };
    case "vs-code":
      return {
        code: writeJson({ servers: { svc: { type: "http", url } } }),
        redirectUris: ["http://127.0.0.1:33418/", "https://vscode.dev/redirect"],
      };
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
        redirectUris: [],
      };
  }
}

/** These clients send a redirect URI of their own scheme, or none that can be registered: the bridge has a loopback one. */
function listBridgeArguments(url: string, scopes: readonly string[]): string[] {
  const client = JSON.stringify({ client_id: CLIENT_ID });
  const metadata = JSON.stringify({ scope: scopes.join(" ") });
  const flags = ["--static-oauth-client-info", client, "--static-oauth-client-metadata", metadata];
  return ["-y", "mcp-remote", url, String(BRIDGE_PORT), ...flags];
}

function writeJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
