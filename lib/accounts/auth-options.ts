import type { AuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { SignIn } from "./account";
import { readCallbackPath } from "./callback-path";
import { buildProviders, resolveIdentity } from "./providers";
import { encodeSession, SESSION_MAX_AGE_SECONDS } from "./session-token";
import { signInWithPassword } from "./sign-in";
import { findUser } from "./store";

export const CLIENT_ADDRESS_HEADER = "x-svc-client-address";

/** Over https the __Host- prefix ties the cookie to this very host. */
export function describeSessionCookie() {
  const secure = env().SVC_BASE_URL.startsWith("https://");
  return {
    name: `${secure ? "__Host-" : ""}svc-session`,
    options: { httpOnly: true, sameSite: "lax", path: "/", secure } as const,
  };
}

/** Built at each use, so that a build without an environment can import this module. */
export function buildAuthOptions(): AuthOptions {
  return {
    secret: env().SVC_SESSION_SECRET,
    session: { strategy: "jwt", maxAge: SESSION_MAX_AGE_SECONDS },
    jwt: { encode: encodeSession },
    useSecureCookies: env().SVC_BASE_URL.startsWith("https://"),
    cookies: { sessionToken: describeSessionCookie() },
    pages: { signIn: "/login", signOut: "/settings/account", error: "/login" },
    providers: [buildPasswordProvider(), ...buildProviders()],
    callbacks: {
      signIn: async ({ account, profile, user }) => {
        if (account?.type !== "oauth") return true;
        const resolved = await resolveIdentity(account, profile);
        if (!resolved) return "/login?error=unverified";
        Object.assign(user, resolved);
        return true;
      },
      redirect: ({ url, baseUrl }) =>
        baseUrl + readCallbackPath(url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url),
      jwt: ({ token, user }) =>
        user?.tokenVersion === undefined ? token : { sub: user.id, tokenVersion: user.tokenVersion },
      session: async ({ session, token }) => {
        const user = token.sub === undefined ? null : await findUser(token.sub);
        // Signed out everywhere since, or gone: a session without a user is nobody's.
        return { expires: session.expires, ...(user && user.tokenVersion === token.tokenVersion ? { user } : {}) };
      },
    },
    // next-auth's metadata may quote tokens and profiles: only its code is kept.
    logger: {
      error: (code) => log().warn({ code }, "next-auth refused"),
      warn: () => undefined,
      debug: () => undefined,
    },
  };
}

/** The sign-in page has a way of its own (it works without JavaScript); next-auth's endpoint passes the same gate. */
function buildPasswordProvider() {
  return CredentialsProvider({
    credentials: { email: { type: "email" }, password: { type: "password" } },
    authorize: async (credentials, request) => {
      const parsed = SignIn.safeParse(credentials);
      if (!parsed.success) return null;
      const address: unknown = request.headers?.[CLIENT_ADDRESS_HEADER];
      const result = await signInWithPassword(parsed.data, typeof address === "string" ? address : "unknown");
      if (result.kind === "limited") throw new Error("limited");
      return result.kind === "signed_in" ? result.user : null;
    },
  });
}
