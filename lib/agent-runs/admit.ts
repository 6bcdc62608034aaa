import type { Caller } from "../access/caller";
import type { Scope } from "../access/scopes";
import { requireScope } from "../api/gates";
import { coversProfile, type ToolProfile } from "../connectors/connector";
import { forbidden } from "../platform/errors";
import type { Action } from "./action";
import type { RunnableConnector } from "./runtime-store";

const READS: readonly Scope[] = ["agent:invoke", "rooms:read", "messages:read", "records:read", "tasks:read"];

/** What a connector may do at all, in the words of §5. */
export function listScopes(profile: ToolProfile): readonly Scope[] {
  const tasks: readonly Scope[] = coversProfile(profile, "task_writer") ? ["tasks:write"] : [];
  const messages: readonly Scope[] = coversProfile(profile, "message_writer") ? ["messages:write"] : [];
  return [...READS, ...tasks, ...messages];
}

/** Who acts in a run: the connector, for the person who asked for it, and never with more rights than theirs (§5). */
export function callAsAgent({ id, userId, billing, toolProfile }: RunnableConnector): Caller {
  return {
    actor: { type: "agent", id, userId },
    authMethod: "session",
    scopes: new Set(listScopes(toolProfile)),
    billing,
    apiKeyId: null,
    isUseStale: false,
    grantId: null,
    tokenId: null,
    appId: null,
  };
}

/** Gates 3: may this connector do this at all? */
export function requireAction(caller: Caller, connector: RunnableConnector, action: Action): void {
  if (!connector.isEnabled && action.name !== "test-connection") {
    throw forbidden("This connector is disabled.", { reason: "connector_disabled" });
  }
  if (!coversProfile(connector.toolProfile, action.toolProfile)) {
    const message = `${action.name} needs the tool profile ${action.toolProfile}; this connector has ${connector.toolProfile}.`;
    throw forbidden(message, { reason: "tool_profile" });
  }
  for (const scope of ["agent:invoke", ...action.scopes] as const) requireScope(caller, scope, "connector");
}

/** The person on their own behalf: to look at a run, or to end it. */
export function callAsUser(connector: RunnableConnector): Caller {
  const { userId } = connector;
  return { ...callAsAgent(connector), actor: { type: "user", id: userId, userId }, scopes: new Set() };
}
