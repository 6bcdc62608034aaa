import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { getServerSession } from "next-auth";
import { cache } from "react";
import { env } from "@/lib/platform/env";
import type { SignedInUser } from "./account";
import { buildAuthOptions, CLIENT_ADDRESS_HEADER, describeSessionCookie } from "./auth-options";
import { encodeSession, SESSION_MAX_AGE_SECONDS } from "./session-token";

export interface Session {
  user: Omit<SignedInUser, "tokenVersion">;
  /** What the session was made with: an answer that stays open compares it again. */
  tokenVersion: number;
}

/** Asks the database each time (once a request): a session that was ended anywhere is ended here. */
export const readSession = cache(async (): Promise<Session | null> => {
  const session = await getServerSession(buildAuthOptions());
  if (!session?.user) return null;
  const { tokenVersion, ...user } = session.user;
  return { user, tokenVersion };
});

/** `path` is where the person wanted to go, and goes after signing in. */
export async function requireSession(path: string): Promise<Session> {
  return (await readSession()) ?? redirect(`/login?callbackUrl=${encodeURIComponent(path)}`);
}

export async function startSession(user: SignedInUser): Promise<void> {
  const cookie = describeSessionCookie();
  const token = await encodeSession({
    token: { sub: user.id, tokenVersion: user.tokenVersion },
    secret: env().SVC_SESSION_SECRET,
  });
  (await cookies()).set(cookie.name, token, { ...cookie.options, maxAge: SESSION_MAX_AGE_SECONDS });
}

export async function endSession(): Promise<void> {
  const cookie = describeSessionCookie();
  (await cookies()).set(cookie.name, "", { ...cookie.options, maxAge: 0 });
}

/** The front door sets it from the socket; no client can. */
export async function readClientAddress(): Promise<string> {
  return (await headers()).get(CLIENT_ADDRESS_HEADER) ?? "unknown";
}
