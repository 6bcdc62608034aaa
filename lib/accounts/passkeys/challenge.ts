import { equalBytes, isSignedText, randomToken, signText } from "@/lib/platform/crypto";

const PURPOSE = "passkey-challenge";
const LIFETIME_MS = 5 * 60 * 1000;

/** The one to whom a challenge is given, and nobody else can answer it: a browser's cookie, or a session. */
export type Bearer = { browser: string } | { sessionId: string };

const nameBearer = (bearer: Bearer) => ("browser" in bearer ? `sign-in ${bearer.browser}` : `add ${bearer.sessionId}`);

/** `<expiry>.<random>.<signature>`. Signed and not stored, because anyone may ask for one. */
export function issueChallenge(bearer: Bearer, at: Date): string {
  const text = `${at.getTime() + LIFETIME_MS}.${randomToken(16)}`;
  return `${text}.${signText(PURPOSE, `${nameBearer(bearer)} ${text}`)}`;
}

/** When it expires; null: it has, or it was given to someone else. `encoded`: as the browser returns it. */
export function readChallenge(encoded: string, bearer: Bearer, at: Date): { text: string; expiresAt: Date } | null {
  const challenge = Buffer.from(encoded, "base64url").toString("latin1");
  const [expiry = "", random = "", signature = ""] = challenge.split(".");
  const text = `${expiry}.${random}`;
  const isOurs = isSignedText(PURPOSE, `${nameBearer(bearer)} ${text}`, (expected) =>
    equalBytes(Buffer.from(signature), Buffer.from(expected)),
  );
  const expiresAt = new Date(Number(expiry));
  return isOurs && expiresAt > at ? { text, expiresAt } : null;
}
