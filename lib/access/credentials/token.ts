import { isRandomToken, randomToken } from "../../platform/crypto";
import { env } from "../../platform/env";

const ACCESS_TOKEN = "svc_at_";
const REFRESH_TOKEN = "svc_rt_";

export function isAccessToken(text: string): boolean {
  return isRandomToken(text, ACCESS_TOKEN);
}

export function isRefreshToken(text: string): boolean {
  return isRandomToken(text, REFRESH_TOKEN);
}

export function makeAccessToken(): string {
  return ACCESS_TOKEN + randomToken();
}

export function makeRefreshToken(): string {
  return REFRESH_TOKEN + randomToken();
}

export function makeCode(): string {
  return `svc_ac_${randomToken()}`;
}

const AUDIENCES = ["api", "mcp"] as const;
export type Audience = (typeof AUDIENCES)[number];

export function audienceUrl(audience: Audience): string {
  return `${env().SVC_BASE_URL}${audience === "api" ? "/v1" : "/mcp"}`;
}

export function findAudience(resource: string): Audience | null {
  return AUDIENCES.find((audience) => audienceUrl(audience) === resource) ?? null;
}

const BEARER = /^Bearer +(\S+)$/i;

export function readBearer(authorization: string | null): string | null {
  return BEARER.exec(authorization?.trim() ?? "")?.[1] ?? null;
}
