import type { Quota } from "../platform/limits";

/** §1: who acts. `app` is an API key; `user` and `agent` come from access tokens. */
export type Actor =
  | { type: "user"; id: string; userId: string }
  | { type: "app"; id: string; userId: string | null }
  | { type: "agent"; id: string; userId: string };

/** The one billing context that a credential belongs to. */
export type BillingContext = Quota & {
  entityId: string;
} & ({ kind: "organization"; organizationId: string } | { kind: "individual"; userId: string });

export type AuthMethod = "api_key" | "oauth_bearer" | "session";

/** Everything that the gates know of a request's credential; made by authentication and never changed. */
export interface Caller {
  actor: Actor;
  /** How the credential came: `session` is a person in the browser, who never reaches `/v1`. */
  authMethod: AuthMethod;
  scopes: ReadonlySet<string>;
  billing: BillingContext;
  apiKeyId: string | null;
  /** The last use that the key or the grant shows is old enough to be brought forward. */
  isUseStale: boolean;
  /** The OAuth grant behind a token; with the app it is the audit's external token id. */
  grantId: string | null;
  appId: string | null;
}

/** Whose eyes a credential sees with; null for an organization's key, which sees all of its normal rooms. */
export function representedUserId(caller: Caller): string | null {
  return caller.actor.userId;
}
