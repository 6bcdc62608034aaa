import { SCOPES, type Scope } from "../access/scopes";

export interface EndpointSummary {
  method: string;
  path: string;
  scope: string;
  /** No scope of a key reaches writes, because they need a signed-in person. */
  isWrite: boolean;
}

export type OwnerKind = "user" | "organization";

/** An organization's key represents no person, so it has no `/v1/me`. */
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

export function listKeyScopes(endpoints: readonly EndpointSummary[], ownerKind: OwnerKind): Scope[] {
  return SCOPES.filter((scope) => listReachable(endpoints, [scope], ownerKind).length > 0);
}
