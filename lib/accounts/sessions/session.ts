import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { LOCALE_COOKIE, type Locale, pickLocale, REQUESTED_LOCALE_HEADER } from "@/lib/i18n/locale";
import { FRESH_PROOF_MS } from "@/lib/platform/account-limits";
import { CLIENT_ADDRESS_HEADER } from "@/lib/platform/client-address";
import { now } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { LAST_VISITED_COOKIES, type LastVisited, markLocale } from "@/lib/platform/page-answer";
import type { ProvenUser } from "../profile/account";
import { DEVICE_MAX_AGE_SECONDS, findKnownDevice, rememberDevice } from "../sign-in/known-device";
import type { AttemptOrigin } from "../sign-in/open-attempt";
import { type EndMore, endAllSessions, endSession } from "./end-session";
import { findOpenSession, type OpenSession } from "./find-session";
import {
  decodeSession,
  describeCookie,
  describeSessionCookie,
  encodeSession,
  SESSION_MAX_AGE_SECONDS,
  type SessionName,
} from "./session-cookie";
import { startSession } from "./start-session";

export type Session = OpenSession;

async function readSessionName(): Promise<SessionName | null> {
  return decodeSession((await cookies()).get(describeSessionCookie().name)?.value);
}

export const readSession = cache(async (): Promise<Session | null> => {
  const name = await readSessionName();
  const session = name === null ? null : await findOpenSession(name);
  if (session) markLocale(session.user.locale);
  return session;
});

export function isFresh({ createdAt }: Session): boolean {
  return now().getTime() - createdAt.getTime() < FRESH_PROOF_MS;
}

const CALLBACK_PATH_MAX_LENGTH = 2_000;

export async function requireSession(path: string): Promise<Session> {
  return (await readSession()) ?? redirect(loginPath(path));
}

export function loginPath(callbackPath: string): string {
  if (callbackPath.length > CALLBACK_PATH_MAX_LENGTH) return "/login";
  return `/login?callbackUrl=${encodeURIComponent(callbackPath)}`;
}

export async function signInHere(user: ProvenUser): Promise<void> {
  const cookie = describeSessionCookie();
  const token = await encodeSession({
    token: { sub: user.id, sessionId: await beginSession(user) },
    secret: env().SVC_SESSION_SECRET,
  });
  (await cookies()).set(cookie.name, token, { ...cookie.options, maxAge: SESSION_MAX_AGE_SECONDS });
}

const describeDeviceCookie = () => describeCookie("svc-device");

export async function beginSession({
  id: userId,
  email,
  passwordMark,
}: Pick<ProvenUser, "id" | "email" | "passwordMark">): Promise<string> {
  const [before, headerStore, cookieStore] = await Promise.all([readSessionName(), headers(), cookies()]);
  const [device, at] = [describeDeviceCookie(), now()];
  const given = cookieStore.get(device.name)?.value;
  const isKnownDevice = findKnownDevice(given, email, at) !== null;
  const sessionId = await startSession(userId, headerStore.get("user-agent"), { isKnownDevice, passwordMark });
  if (before !== null) await endSession(before);
  cookieStore.set(device.name, rememberDevice(given, email, at), {
    ...device.options,
    maxAge: DEVICE_MAX_AGE_SECONDS,
  });
  return sessionId;
}

/** Ends the session row, so copies of the cookie are worthless too. */
export async function signOutHere(): Promise<void> {
  const name = await readSessionName();
  if (name !== null) await endSession(name);
  await forgetSession();
}

export async function signOutEverywhere({ user }: Session, endMore: EndMore | null): Promise<void> {
  await endAllSessions(user.id, null, endMore);
  await forgetSession();
}

async function forgetSession(): Promise<void> {
  const cookie = describeSessionCookie();
  (await cookies()).set(cookie.name, "", { ...cookie.options, maxAge: 0 });
}

export async function readOrigin(): Promise<AttemptOrigin> {
  const deviceCookie = (await cookies()).get(describeDeviceCookie().name)?.value;
  return { address: await readClientAddress(), deviceCookie };
}

export async function readLocale(user?: string): Promise<Locale> {
  const [cookieStore, headerStore] = await Promise.all([cookies(), headers()]);
  const acceptLanguage = headerStore.get("accept-language") ?? undefined;
  const asked = headerStore.get(REQUESTED_LOCALE_HEADER) ?? undefined;
  return pickLocale({ user, cookie: cookieStore.get(LOCALE_COOKIE)?.value, asked, acceptLanguage });
}

/** The browser sent this id, so it proves nothing. */
export async function readLastPlace(place: LastVisited): Promise<string> {
  return (await cookies()).get(LAST_VISITED_COOKIES[place])?.value ?? "";
}

/** The front door sets the header from the socket; no client can. */
export async function readClientAddress(): Promise<string> {
  return (await headers()).get(CLIENT_ADDRESS_HEADER) ?? "unknown";
}
