import { sign } from "node:crypto";
import { env } from "../../platform/env";
import { shared } from "../../platform/shared";
import { readVapidKey, type VapidKey } from "../../platform/vapid-key";

const TOKEN_LIFETIME_SECONDS = 12 * 60 * 60;

export function vapidKey(): VapidKey | null {
  return shared("vapid-key", () => readVapidKey(env().SVC_VAPID_KEY));
}

export function isPushConfigured(): boolean {
  return vapidKey() !== null;
}

export function signVapid({ publicKey, privateKey }: VapidKey, endpoint: string, at: Date): string {
  const { SVC_SECURITY_CONTACT, SVC_BASE_URL } = env();
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(at.getTime() / 1000) + TOKEN_LIFETIME_SECONDS,
    sub: SVC_SECURITY_CONTACT ?? SVC_BASE_URL,
  };
  const parts = [{ typ: "JWT", alg: "ES256" }, claims].map((part) => encode(JSON.stringify(part)));
  const text = parts.join(".");
  const signature = sign("sha256", Buffer.from(text), { key: privateKey, dsaEncoding: "ieee-p1363" });
  return `vapid t=${text}.${signature.toString("base64url")}, k=${publicKey}`;
}

function encode(text: string): string {
  return Buffer.from(text).toString("base64url");
}
