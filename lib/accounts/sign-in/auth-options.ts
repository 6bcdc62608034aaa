import type { AuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { SignIn } from "../profile/account";
import { endSession } from "../sessions/end-session";
import { findOpenSession } from "../sessions/find-session";
import { beginSession, readOrigin } from "../sessions/session";
import {
  decodeToken,
  describeCallbackCookie,
  describeSessionCookie,
  encodeSession,
  readClaims,
  SESSION_MAX_AGE_SECONDS,
} from "../sessions/session-cookie";
import { readCallbackUrl } from "./callback-path";
import { buildProviders, resolveIdentity } from "./providers";
import { signInWithPassword } from "./sign-in";

/** Built at each use, so that a build without an environment can import this module. */
export function buildAuthOptions(): AuthOptions {
  return {
    secret: env().SVC_SESSION_SECRET,
    session: { strategy: "jwt", maxAge: SESSION_MAX_AGE_SECONDS },
    jwt: { encode: encodeSession, decode: ({ token }) => decodeToken(token ?? "") },
    useSecureCookies: env().SVC_BASE_URL.startsWith("https://"),
    cookies: { sessionToken: describeSessionCookie(), callbackUrl: describeCallbackCookie() },
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
      redirect: ({ url, baseUrl }) => baseUrl + readCallbackUrl(url, baseUrl),
      jwt: async ({ token, user }) => {
        if (!user?.email) return token;
        const { id, email, passwordMark } = user;
        return { sub: id, sessionId: await beginSession({ id, email, ...(passwordMark && { passwordMark }) }) };
      },
      session: async ({ session, token }) => {
        const name = readClaims(token);
        const found = name === null ? null : await findOpenSession(name);
        return { expires: session.expires, ...(found === null ? {} : { user: found.user }) };
      },
    },
    events: {
      signOut: async ({ token }) => {
        const name = readClaims(token);
        if (name !== null) await endSession(name);
      },
    },
    // next-auth's metadata may quote tokens and profiles, so only its code is logged.
    logger: {
      error: (code) => log().warn({ errorCode: code }, "next-auth refused"),
      warn: () => undefined,
      debug: () => undefined,
    },
  };
}

/** Our sign-in page does not use it, but next-auth's endpoint must pass the same gate. */
function buildPasswordProvider() {
  return CredentialsProvider({
    credentials: { email: { type: "email" }, password: { type: "password" } },
    authorize: async (credentials) => {
      const parsed = SignIn.safeParse(credentials);
      if (!parsed.success) return null;
      const result = await signInWithPassword(parsed.data, await readOrigin());
      if (result.kind === "limited" || result.kind === "unavailable") throw new Error(result.kind);
      return result.kind === "signed_in" ? result.user : null;
    },
  });
}
