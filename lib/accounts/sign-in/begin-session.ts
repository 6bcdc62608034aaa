import { cookies, headers } from "next/headers";
import { now } from "@/lib/platform/clock";
import type { ProvenUser } from "../profile/account";
import { endSession } from "../sessions/end-session";
import { decodeSession, describeCookie, describeSessionCookie, type SessionName } from "../sessions/session-cookie";
import { startSession } from "../sessions/start-session";
import { DEVICE_MAX_AGE_SECONDS, findKnownDevice, rememberDevice } from "./known-device";

const describeDeviceCookie = () => describeCookie("svc-device");

export async function readSessionName(): Promise<SessionName | null> {
  return decodeSession((await cookies()).get(describeSessionCookie().name)?.value);
}

export async function readDeviceCookie(): Promise<string | undefined> {
  return (await cookies()).get(describeDeviceCookie().name)?.value;
}

export async function beginSession({
  id: userId,
  email,
  passwordMark,
}: Pick<ProvenUser, "id" | "email" | "passwordMark">): Promise<string> {
  const [before, headerStore, cookieStore] = await Promise.all([readSessionName(), headers(), cookies()]);
  const [device, given, at] = [describeDeviceCookie(), await readDeviceCookie(), now()];
  const isKnownDevice = findKnownDevice(given, email, at) !== null;
  const sessionId = await startSession(userId, headerStore.get("user-agent"), { isKnownDevice, passwordMark });
  if (before !== null) await endSession(before);
  cookieStore.set(device.name, rememberDevice(given, email, at), {
    ...device.options,
    maxAge: DEVICE_MAX_AGE_SECONDS,
  });
  return sessionId;
}
