import { equalBytes, isSignedText, randomToken, sha256, signText } from "@/lib/platform/crypto";

/** A browser that signed in before has its own limit, so guesses made elsewhere never lock the owner out. */
const PURPOSE = "known-device";
const ACCOUNTS_MAX = 5;
export const DEVICE_MAX_AGE_SECONDS = 365 * 24 * 60 * 60;

interface Entry {
  account: string;
  deviceId: string;
  signedAtSeconds: number;
}

const writeEntry = ({ account, deviceId, signedAtSeconds }: Entry) => `${account}.${deviceId}.${signedAtSeconds}`;

const nameAccount = (email: string) => sha256(email).subarray(0, 12).toString("base64url");

function readEntries(cookie: string | undefined, at: Date): Entry[] {
  return (cookie ?? "")
    .split("~")
    .slice(0, ACCOUNTS_MAX)
    .flatMap((text): Entry[] => {
      const [account = "", deviceId = "", signedAt = "", signature = ""] = text.split(".");
      const entry = { account, deviceId, signedAtSeconds: Number(signedAt) };
      const ageSeconds = at.getTime() / 1000 - entry.signedAtSeconds;
      if (!(ageSeconds <= DEVICE_MAX_AGE_SECONDS)) return [];
      const isOurs = isSignedText(PURPOSE, writeEntry(entry), (expected) =>
        equalBytes(Buffer.from(signature), Buffer.from(expected)),
      );
      return isOurs ? [entry] : [];
    });
}

export function findKnownDevice(cookie: string | undefined, email: string, at: Date): string | null {
  const account = nameAccount(email);
  return readEntries(cookie, at).find((entry) => entry.account === account)?.deviceId ?? null;
}

export function rememberDevice(cookie: string | undefined, email: string, at: Date): string {
  const account = nameAccount(email);
  const entries = readEntries(cookie, at);
  const deviceId = entries.find((entry) => entry.account === account)?.deviceId ?? randomToken(12);
  const own = { account, deviceId, signedAtSeconds: Math.floor(at.getTime() / 1000) };
  return [own, ...entries.filter((entry) => entry.account !== account)]
    .slice(0, ACCOUNTS_MAX)
    .map((entry) => `${writeEntry(entry)}.${signText(PURPOSE, writeEntry(entry))}`)
    .join("~");
}
