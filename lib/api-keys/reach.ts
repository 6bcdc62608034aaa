import { SCOPES, type Scope } from "../access/scopes";

export interface EndpointSummary {
  method: string;
  path: string;
  scope: string;
  /** Writes are for signed-in people: no scope of a key reaches them. */
  isWrite: boolean;
}

export type OwnerKind = "user" | "organization";

/** An organization's key represents no person, so it has no "me". */
export function listReachable(
  endpoints: readonly EndpointSummary[],
  scopes: readonly string[],
  ownerKind: OwnerKind,
): EndpointSummary[] {
  return endpoints.filter(
    ({ scope, isWrite, path }) =>
      !isWrite && scopes.includes(scope) && !(ownerKind === "organization" && path === "/v1/me"),
  );
}

/** The scopes that open an endpoint to a key. Others may be in a key, and have no effect there. */
export function listKeyScopes(endpoints: readonly EndpointSummary[], ownerKind: OwnerKind): Scope[] {
  return SCOPES.filter((scope) => listReachable(endpoints, [scope], ownerKind).length > 0);
}
