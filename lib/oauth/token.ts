import { randomToken } from "../platform/crypto";
import { env } from "../platform/env";

/** §5 */
const ACCESS_TOKEN = /^svc_at_[A-Za-z0-9_-]{43}$/;
const REFRESH_TOKEN = /^svc_rt_[A-Za-z0-9_-]{43}$/;

export function isAccessToken(text: string): boolean {
  return ACCESS_TOKEN.test(text);
}

export function isRefreshToken(text: string): boolean {
  return REFRESH_TOKEN.test(text);
}

export function makeAccessToken(): string {
  return `svc_at_${randomToken()}`;
}

export function makeRefreshToken(): string {
  return `svc_rt_${randomToken()}`;
}

export function makeCode(): string {
  return `svc_ac_${randomToken()}`;
}

const AUDIENCES = ["api", "mcp"] as const;
export type Audience = (typeof AUDIENCES)[number];

/** §5: a token's audience is exactly one of these two. */
export function audienceUrl(audience: Audience): string {
  return `${env().SVC_BASE_URL}${audience === "api" ? "/v1" : "/mcp"}`;
}

/** null: a resource that is not of this service. */
export function findAudience(resource: string): Audience | null {
  return AUDIENCES.find((audience) => audienceUrl(audience) === resource) ?? null;
}
