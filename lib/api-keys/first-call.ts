import type { EndpointSummary } from "./reach";

export const FIRST_PATH = "/v1/rooms";

export function pickFirstPath(reachable: readonly EndpointSummary[]): string {
  const paths = reachable.filter(({ method, path }) => method === "GET" && !path.includes("{")).map(({ path }) => path);
  return paths.includes(FIRST_PATH) ? FIRST_PATH : (paths[0] ?? FIRST_PATH);
}

interface FirstCall {
  path?: string;
  credential?: string;
}

export function writeFirstCall(baseUrl: string, { path, credential }: FirstCall = {}): string {
  return `curl ${baseUrl}${path ?? FIRST_PATH} \\\n  -H "Authorization: Bearer ${credential ?? "$SVC_API_KEY"}"`;
}
