import { generateAuthenticationOptions } from "@simplewebauthn/server";
import { cookies } from "next/headers";
import { now } from "@/lib/platform/clock";
import { randomToken } from "@/lib/platform/crypto";
import { describeCookie } from "../sessions/session-cookie";
import { issueChallenge } from "./challenge";
import { relyingParty } from "./relying-party";

const describePasskeyCookie = () => describeCookie("svc-passkey");

/** Binds challenges to this browser, so an answer made for another one is refused. */
export async function readPasskeyCookie(): Promise<string | undefined> {
  return (await cookies()).get(describePasskeyCookie().name)?.value;
}

export async function beginSignIn() {
  const party = relyingParty();
  if (party === null) return null;
  const browser = (await readPasskeyCookie()) ?? randomToken();
  const { name, options } = describePasskeyCookie();
  (await cookies()).set(name, browser, options);
  const challenge = issueChallenge({ browser }, now());
  return generateAuthenticationOptions({ rpID: party.id, challenge, userVerification: "required" });
}
