import { env } from "../platform/env";

/** §5 */
const ACCESS_TOKEN = /^svc_at_[A-Za-z0-9_-]{43}$/;

export function isAccessToken(text: string): boolean {
  return ACCESS_TOKEN.test(text);
}

export type Audience = "api" | "mcp";

/** §5: a token's audience is exactly one of these two. */
export function audienceUrl(audience: Audience): string {
  return `${env().SVC_BASE_URL}${audience === "api" ? "/v1" : "/mcp"}`;
}
