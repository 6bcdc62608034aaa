import type { EndpointSummary } from "./reach";

/** Every key with `rooms:read` may send it, whether a person or an organization owns the key. */
export const FIRST_PATH = "/v1/rooms";

/** A path without ids: that of the first call wherever the key reaches it. */
export function pickFirstPath(reachable: readonly EndpointSummary[]): string {
  const paths = reachable.filter(({ method, path }) => method === "GET" && !path.includes("{")).map(({ path }) => path);
  return paths.includes(FIRST_PATH) ? FIRST_PATH : (paths[0] ?? FIRST_PATH);
}

interface FirstCall {
  path?: string;
  /** The key itself, or the variable of the shell that holds it. */
  credential?: string;
}

export function writeFirstCall(baseUrl: string, { path, credential }: FirstCall = {}): string {
  return `curl ${baseUrl}${path ?? FIRST_PATH} \\\n  -H "Authorization: Bearer ${credential ?? "$SVC_API_KEY"}"`;
}
