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
