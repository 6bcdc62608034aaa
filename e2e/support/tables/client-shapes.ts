/** Metadata documents in the form in which the makers of known clients publish them, and the redirect URI that each uses. */
export interface ClientShape {
  name: string;
  members: object;
  redirectUri: string;
  /** It publishes keys, and may sign or not. */
  isSigner?: true;
}

const LOOPBACK = {
  application_type: "native",
  redirect_uris: ["http://127.0.0.1/callback", "http://localhost/callback"],
};

export const CLIENT_SHAPES: readonly ClientShape[] = [
  { name: "Claude Code", members: LOOPBACK, redirectUri: "http://localhost:8123/callback" },
  {
    name: "Visual Studio Code",
    members: { application_type: "native", redirect_uris: ["http://127.0.0.1:33418/", "https://vscode.dev/redirect"] },
    redirectUri: "http://127.0.0.1:33418/",
  },
  { name: "Codex", members: LOOPBACK, redirectUri: "http://127.0.0.1:8123/callback" },
  {
    name: "opencode",
    members: { ...LOOPBACK, token_endpoint_auth_methods_supported: ["none"] },
    redirectUri: "http://127.0.0.1:8123/callback",
  },
  {
    name: "Claude",
    members: {
      redirect_uris: ["https://claude.ai/api/mcp/auth_callback"],
      grant_types: ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:jwt-bearer"],
    },
    redirectUri: "https://claude.ai/api/mcp/auth_callback",
  },
  {
    name: "ChatGPT",
    members: {
      redirect_uris: ["https://chatgpt.com/connector_platform_oauth_redirect"],
      token_endpoint_auth_method: "private_key_jwt",
      token_endpoint_auth_methods_supported: ["none", "private_key_jwt"],
      token_endpoint_auth_signing_alg: "RS256",
    },
    redirectUri: "https://chatgpt.com/connector_platform_oauth_redirect",
    isSigner: true,
  },
];
