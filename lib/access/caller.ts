import type { Quota } from "../platform/limits";
import type { Suspension } from "./suspension";

export type Actor =
  | { type: "user"; id: string; userId: string }
  | { type: "app"; id: string; userId: string | null }
  | { type: "agent"; id: string; userId: string };

export type BillingContext = Quota & {
  entityId: string;
  suspension: Suspension | null;
} & ({ kind: "organization"; organizationId: string } | { kind: "individual"; userId: string });

export function describeBilling(
  { entityId, plan, seats, suspension }: Quota & { entityId: string; suspension: Suspension | null },
  organizationId: string | null,
  userId: string,
): BillingContext {
  return organizationId === null
    ? { kind: "individual", userId, entityId, plan, seats, suspension }
    : { kind: "organization", organizationId, entityId, plan, seats, suspension };
}

export type AuthMethod = "api_key" | "oauth_bearer" | "session" | "cli_session";

export interface CredentialIdentity {
  actor: Actor;
  authMethod: AuthMethod;
  billing: BillingContext;
  apiKeyId: string | null;
  appId: string | null;
  grantId: string | null;
  tokenId: string | null;
}

export interface Profile {
  email: string;
  name: string;
  locale: string;
  createdAt: string;
}

export interface KeyBudget {
  apiKeyId: string;
  limit: number;
}

export function describeKeyBudget(apiKeyId: string, limit: number | null): KeyBudget | null {
  return limit === null ? null : { apiKeyId, limit };
}

export interface Caller extends CredentialIdentity {
  scopes: ReadonlySet<string>;
  isUseStale: boolean;
  keyBudget: KeyBudget | null;
  isRecorded: boolean;
  profile?: Profile;
}

export function callInSession(actor: Actor, billing: BillingContext, scopes: readonly string[] = []): Caller {
  const noCredential = {
    apiKeyId: null,
    appId: null,
    grantId: null,
    tokenId: null,
    isUseStale: false,
    keyBudget: null,
    isRecorded: false,
  };
  return { actor, authMethod: "session", billing, scopes: new Set(scopes), ...noCredential };
}

export type OnRefused = (credential: CredentialIdentity) => void;

export const IGNORE_REFUSED: OnRefused = () => undefined;

export function representedUserId(caller: Caller): string | null {
  return caller.actor.userId;
}

export const openContext = (): Promise<null> => Promise.resolve(null);
