import { SCOPES } from "../../access/scopes";
import { isLoopbackUri } from "../server/redirect-uri";

export const APP_NAME_MAX_LENGTH = 100;
export const REDIRECT_URIS_MAX = 10;

export const CLIENT_TYPES = ["public", "confidential"] as const;
export type ClientType = (typeof CLIENT_TYPES)[number];
export const ACTOR_TYPES = ["user", "agent"] as const;
export type ActorType = (typeof ACTOR_TYPES)[number];

export const RISKS = ["secret_on_device", "localhost_name", "agent_writes", "everything"] as const;
export type Risk = (typeof RISKS)[number];

export function listRisks(app: {
  clientType: string;
  actorType: string;
  allowedScopes: readonly string[];
  redirectUris: readonly string[];
}): Risk[] {
  const loopback = app.redirectUris.filter(isLoopbackUri);
  const writes = app.allowedScopes.filter((scope) => scope.endsWith(":write") && scope !== "webhooks:write");
  const found: Record<Risk, boolean> = {
    secret_on_device: app.clientType === "confidential" && loopback.length > 0,
    localhost_name: loopback.some((uri) => uri.startsWith("http://localhost")),
    agent_writes: app.actorType === "agent" && writes.length > 0,
    everything: app.allowedScopes.length === SCOPES.length,
  };
  return RISKS.filter((risk) => found[risk]);
}
