import { type Caller, callInSession } from "../../access/caller";
import type { Scope } from "../../access/scopes";
import { refuseSuspended } from "../../access/suspension";
import { requireScope } from "../../api/gates";
import { forbidden } from "../../platform/errors";
import { ACTION_PROFILES, coversProfile, type ToolProfile } from "../connectors/connector";
import type { Action } from "./action";
import type { RunnableConnector } from "./open-connector";

const READS: readonly Scope[] = ["agent:invoke", "rooms:read", "messages:read", "records:read", "tasks:read"];

export function listScopes(profile: ToolProfile): readonly Scope[] {
  const tasks: readonly Scope[] = coversProfile(profile, "task_writer") ? ["tasks:write"] : [];
  const messages: readonly Scope[] = coversProfile(profile, "message_writer") ? ["messages:write"] : [];
  return [...READS, ...tasks, ...messages];
}

/** §5: the connector acts for its requester, never with more rights than theirs. */
export function callAsAgent({ id, userId, billing, toolProfile }: RunnableConnector): Caller {
  return callInSession({ type: "agent", id, userId }, billing, listScopes(toolProfile));
}

export function requireAction(caller: Caller, connector: RunnableConnector, action: Action): void {
  refuseSuspended(connector.billing);
  if (!connector.isEnabled && action.name !== "test-connection") {
    throw forbidden("This connector is disabled.", { reason: "connector_disabled" });
  }
  const needed = ACTION_PROFILES[action.name];
  if (!coversProfile(connector.toolProfile, needed)) {
    const message = `${action.name} needs the tool profile ${needed}; this connector has ${connector.toolProfile}.`;
    throw forbidden(message, { reason: "tool_profile" });
  }
  for (const scope of ["agent:invoke", ...action.scopes] as const) requireScope(caller, scope, "connector");
}

export function callAsUser({ userId, billing }: RunnableConnector): Caller {
  return callInSession({ type: "user", id: userId, userId }, billing);
}
