import { findClientIdFor, readClientStates } from "@/lib/oauth/client-documents/queries";
import type { ClientState } from "@/lib/oauth/client-documents/request-client";
import { findToolCall, type ToolCall } from "@/lib/oauth/grants/first-tool-call-query";
import { type ClientKey, documentUrlOf, redirectUrisOf } from "./clients";

export interface Connection {
  documentUrl: string | null;
  /** null: the client has no metadata document. */
  state: ClientState | null;
  callbackPort: number | null;
  clientId: string | null;
  call: ToolCall | null;
}

export async function readConnection(userId: string, key: ClientKey): Promise<Connection> {
  const documentUrl = documentUrlOf(key);
  const [redirectUri] = redirectUrisOf(key);
  if (documentUrl === null) {
    const clientId = redirectUri === undefined ? null : await findClientIdFor(redirectUri);
    const call = redirectUri !== undefined && clientId === null ? null : await findToolCall(userId, clientId);
    return { documentUrl, state: null, callbackPort: null, clientId, call };
  }
  const states = await readClientStates(userId, [documentUrl]);
  const { state = "unknown", callbackPort = null } = states.get(documentUrl) ?? {};
  const call = state === "approved" ? await findToolCall(userId, documentUrl) : null;
  return { documentUrl, state, callbackPort, clientId: documentUrl, call };
}

export function nameProgress({ state, clientId, call }: Connection): string {
  return [state ?? "none", clientId === null ? "no-app" : "app", call ? "called" : "waiting"].join(":");
}
