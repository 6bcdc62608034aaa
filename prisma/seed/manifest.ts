type Named<Names extends string, Value> = { readonly [N in Names]: Value };

interface Identified {
  readonly id: string;
}

/** `.data/demo.json`: how people, examples and tests find their way through the demo. */
export interface Manifest {
  readonly baseUrl: string;
  readonly mcpUrl: string;
  readonly databaseUrl: string;
  readonly users: Named<
    "owner" | "member" | "guest" | "outsider" | "admin",
    Identified & { email: string; password: string }
  >;
  readonly organizations: Named<"acme" | "globex", Identified>;
  readonly rooms: Named<"general" | "noBoard" | "dm" | "foreign" | "personal", Identified>;
  readonly boards: Named<"general", Identified>;
  readonly messages: Named<"first", Identified>;
  readonly tasks: Named<"open", Identified>;
  readonly records: Named<"draft" | "locked" | "archived" | "transcript", Identified>;
  readonly apiKeys: Named<"org" | "orgReadOnly" | "user" | "expired" | "revoked", Identified & { key: string }>;
  readonly oauthApps: Named<
    "public" | "confidential" | "agent",
    { clientId: string; clientSecret?: string; redirectUris: readonly string[] }
  >;
  readonly webhooks: Named<"v1" | "v2" | "inactive", Identified & { roomId: string; secret: string }>;
  readonly connectors: Named<"demo", Identified>;
}
