import { equalBytes, isSignedText, randomToken, signText } from "@/lib/platform/crypto";

const PURPOSE = "passkey-challenge";
const LIFETIME_MS = 5 * 60 * 1000;

export type Bearer = { browser: string } | { sessionId: string };

const nameBearer = (bearer: Bearer) => ("browser" in bearer ? `sign-in ${bearer.browser}` : `add ${bearer.sessionId}`);

/** Challenges are signed and not stored, because anyone may request one. */
export function issueChallenge(bearer: Bearer, at: Date): string {
  const text = `${at.getTime() + LIFETIME_MS}.${randomToken(16)}`;
  return `${text}.${signText(PURPOSE, `${nameBearer(bearer)} ${text}`)}`;
}

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
