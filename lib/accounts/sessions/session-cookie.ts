import { decode, encode, type JWT, type JWTEncodeParams } from "next-auth/jwt";
import { z } from "zod";
import { env, sessionSecrets } from "@/lib/platform/env";
import { isId } from "@/lib/platform/ids";
import { SESSION_LIFETIME_MS } from "@/lib/platform/limits";
import { shared } from "@/lib/platform/shared";

export const SESSION_MAX_AGE_SECONDS = SESSION_LIFETIME_MS / 1000;

export function describeCookie(name: string) {
  const secure = env().SVC_BASE_URL.startsWith("https://");
  return {
    name: `${secure ? "__Host-" : ""}${name}`,
    options: { httpOnly: true, sameSite: "lax", path: "/", secure } as const,
  };
}

export const describeSessionCookie = () => describeCookie("svc-session");
export const describeCallbackCookie = () => describeCookie("svc-callback");

/** A token expires with its session. next-auth encodes it again on every read, which must not prolong it. */
export function encodeSession(params: JWTEncodeParams): Promise<string> {
  const endsAt = params.token?.["exp"];
  const leftSeconds = typeof endsAt === "number" ? endsAt - Math.floor(Date.now() / 1000) : SESSION_MAX_AGE_SECONDS;
  return encode({ ...params, maxAge: Math.min(SESSION_MAX_AGE_SECONDS, leftSeconds) });
}

const Claims = z.object({ sub: z.string(), sessionId: z.string().refine((id) => isId("ses", id)) });

export interface SessionName {
  sessionId: string;
  userId: string;
}

export function readClaims(token: unknown): SessionName | null {
  const claims = Claims.safeParse(token);
  return claims.success ? { sessionId: claims.data.sessionId, userId: claims.data.sub } : null;
}

export async function decodeSession(cookie: string | undefined): Promise<SessionName | null> {
  if (cookie === undefined || cookie === "") return null;
  const name = readClaims(await decodeToken(cookie));
  return name === null || endedSessions().has(name.sessionId) ? null : name;
}

/** The previous secret is still accepted during a rotation. */
export async function decodeToken(token: string): Promise<JWT | null> {
  for (const secret of sessionSecrets()) {
    const claims = await decode({ token, secret }).catch(() => null);
    if (claims !== null) return claims;
  }
  return null;
}

const ENDED_MAX = 10_000;

/** An ended session never reopens, but its cookie can be decrypted until it expires. */
const endedSessions = () => shared("ended-sessions", () => new Set<string>());

export function rememberEndedSession(id: string): void {
  const ended = endedSessions();
  const [oldest] = ended;
  if (ended.size >= ENDED_MAX && oldest !== undefined) ended.delete(oldest);
  ended.add(id);
}
