/** Port for clients whose metadata documents leave it open; people set it in the client. */
export const DEFAULT_CALLBACK_PORT = 8123;

/** Published by the makers of these clients. An administrator reads and approves them like any other. */
export const KNOWN_CLIENT_URLS = {
  "claude-code": "https://claude.ai/oauth/claude-code-client-metadata",
  "vs-code": "https://vscode.dev/oauth/client-metadata.json",
} as const;
