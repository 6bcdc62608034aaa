/** §5, in the contract's order. Nothing else may spell a scope. */
export const SCOPES = [
  "me:read",
  "organizations:read",
  "rooms:read",
  "rooms:write",
  "messages:read",
  "messages:write",
  "tasks:read",
  "tasks:write",
  "records:read",
  "records:write",
  "files:read",
  "files:write",
  "webhooks:read",
  "webhooks:write",
  "events:read",
  "mcp:tools",
  "agent:invoke",
] as const;

export type Scope = (typeof SCOPES)[number];

export const SCOPE_MEANINGS: Record<Scope, string> = {
  "me:read": "Read the profile of the person behind the credential",
  "organizations:read": "List organizations",
  "rooms:read": "List rooms and their members",
  "rooms:write": "Change room settings",
  "messages:read": "Read messages",
  "messages:write": "Post messages",
  "tasks:read": "List and read tasks",
  "tasks:write": "Create and update tasks",
  "records:read": "List and read records",
  "records:write": "Create and update records",
  "files:read": "Read file metadata and download files",
  "files:write": "Upload files",
  "webhooks:read": "Read the delivery history of webhooks",
  "webhooks:write": "Redeliver webhook deliveries",
  "events:read": "Read the event catalog",
  "mcp:tools": "Call tools on the tool endpoint",
  "agent:invoke": "Run an agent through a connector",
};

export function isScope(value: string): value is Scope {
  return (SCOPES as readonly string[]).includes(value);
}

/** The resources of scopes, in the contract's order. */
export const SCOPE_RESOURCES = [
  "me",
  "organizations",
  "rooms",
  "messages",
  "tasks",
  "records",
  "files",
  "webhooks",
  "events",
  "mcp",
  "agent",
] as const;

/** `messages:read` → its resource and its action, as rows and columns of a matrix. */
export function splitScope(scope: Scope): { resource: string; action: string } {
  const [resource = "", action = ""] = scope.split(":");
  return { resource, action };
}
