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

/** The path of a call that needs no ids; otherwise the profile, which at least tells whether the key is known. */
export function pickFirstCall(reachable: readonly EndpointSummary[]): string {
  return (reachable.find(({ method, path }) => method === "GET" && !path.includes("{")) ?? { path: "/v1/me" }).path;
}
