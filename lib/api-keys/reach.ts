/** An endpoint as far as a key's reach depends on it. */
export interface EndpointSummary {
  method: string;
  path: string;
  scope: string;
  /** Writes are for signed-in people: no key reaches them, whatever its scopes. */
  isWrite: boolean;
}

export type OwnerKind = "user" | "organization";

/** An organization's key represents nobody, so there is no "me" behind it. */
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

/** The call to try first: one that needs no ids. Where there is none the profile at least tells whether the key is known. */
export function pickFirstCall(reachable: readonly EndpointSummary[]): string {
  return (reachable.find(({ method, path }) => method === "GET" && !path.includes("{")) ?? { path: "/v1/me" }).path;
}
