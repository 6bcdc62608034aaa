import type { Quota } from "../platform/limits";
import type { Suspension } from "./suspension";

/** The actor (§1). `app` is an API key; `user` and `agent` come from access tokens. */
export type Actor =
  | { type: "user"; id: string; userId: string }
  | { type: "app"; id: string; userId: string | null }
  | { type: "agent"; id: string; userId: string };

/** The one billing context that a credential belongs to. */
export type BillingContext = Quota & {
  entityId: string;
  suspension: Suspension | null;
} & ({ kind: "organization"; organizationId: string } | { kind: "individual"; userId: string });

/** Of an organization, or of a person's own area. */
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

/** The credential and its owner, as the audit log names them, also when the credential is refused. */
export interface CredentialIdentity {
  actor: Actor;
  /**
   * Where the credential came from: `session` is a person in the browser, `cli_session` one at the command line; neither
   * reaches `/v1`.
   */
  authMethod: AuthMethod;
  billing: BillingContext;
  apiKeyId: string | null;
  /** The OAuth app, grant and access token; at the command line the token is the session. */
  appId: string | null;
  grantId: string | null;
  tokenId: string | null;
}

/** For the audit row; null: the request had none. `externalTokenId` is the token's own id, never the token or its hash. */
export function nameCredential(credential: CredentialIdentity | null) {
  const billing = credential?.billing;
  return {
    authMethod: credential?.authMethod ?? null,
    actorType: credential?.actor.type ?? null,
    actorId: credential?.actor.id ?? null,
    billingEntityId: billing?.entityId ?? null,
    organizationId: billing?.kind === "organization" ? billing.organizationId : null,
    userId: credential?.actor.userId ?? null,
    apiKeyId: credential?.apiKeyId ?? null,
    appId: credential?.appId ?? null,
    grantId: credential?.grantId ?? null,
    externalTokenId: credential?.tokenId ?? null,
  };
}

/** The person whom a credential represents, as `/v1/me` shows them. */
export interface Profile {
  email: string;
  name: string;
  locale: string;
  createdAt: string;
}

/** An API key's own limit. */
export interface KeyBudget {
  apiKeyId: string;
  limit: number;
}

/** null: the key may use all units of its entity. */
export function describeKeyBudget(apiKeyId: string, limit: number | null): KeyBudget | null {
  return limit === null ? null : { apiKeyId, limit };
}

/** Everything that the gates know of an accepted credential; made by authentication and never changed. */
export interface Caller extends CredentialIdentity {
  scopes: ReadonlySet<string>;
  /** The last use that the key or the grant shows is old enough to be brought forward. */
  isUseStale: boolean;
  keyBudget: KeyBudget | null;
  /** Bodies of its requests are kept: a person switched it on for an hour. */
  isRecorded: boolean;
  /** Of a token, whose row brings it along; without it a read of the profile is one journey more. */
  profile?: Profile;
}

/** A person in the browser, or a connector that acts for one. */
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

/** Called with a credential whose row was found but which is refused: expired, revoked, for another audience. */
export type NoteRefused = (credential: CredentialIdentity) => void;

export const IGNORE_REFUSED: NoteRefused = () => undefined;

/** The person a credential acts for; null for an organization's key, which sees all of its normal rooms. */
export function representedUserId(caller: Caller): string | null {
  return caller.actor.userId;
}
