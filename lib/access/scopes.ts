/** The order is the contract's (§5), and no other file spells a scope. */
export const SCOPE_MEANINGS = {
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
  "events:read": "Read the event catalog and the event log of rooms",
  "mcp:tools": "Call tools on the tool endpoint",
  "agent:invoke": "Run connector actions. It gives no access to `/v1` or the tool endpoint",
};

export type Scope = keyof typeof SCOPE_MEANINGS;

export const SCOPES = Object.keys(SCOPE_MEANINGS) as readonly Scope[];

export function isScope(value: string): value is Scope {
  return Object.hasOwn(SCOPE_MEANINGS, value);
}

type ResourceOf<Name extends Scope> = Name extends `${infer Resource}:${string}` ? Resource : never;

export function splitScope(scope: Scope): { resource: ResourceOf<Scope>; action: string } {
  const [resource, action = ""] = scope.split(":");
  return { resource: resource as ResourceOf<Scope>, action };
}

export const SCOPE_RESOURCES = [...new Set(SCOPES.map((scope) => splitScope(scope).resource))];
