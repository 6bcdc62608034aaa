import { timingSafeEqual } from "node:crypto";
import { MISTAKES, readSpelling, type Signing, signStandardWebhook, signWebhook } from "./webhook-signing";

export interface Verdict {
  isValid: boolean;
  reason: string;
  remedy: string | null;
}

const WINDOW_SECONDS = 300;

const CHECK_SECRET = "Check the secret first. Then check that you verify the raw body: not parsed, no newline added.";

const refuse = (reason: string, remedy: string): Verdict => ({ isValid: false, reason, remedy });

const SVC = {
  timestamp: "Svc-Webhook-Timestamp",
  signature: "Svc-Webhook-Signature",
  id: null,
  separator: ",",
  sign: signWebhook,
  explain: explainMismatch,
};
const STANDARD = {
  timestamp: "webhook-timestamp",
  signature: "webhook-signature",
  id: "webhook-id",
  separator: " ",
  sign: signStandardWebhook,
  explain: () => refuse("No Standard Webhooks signature matches: wrong secret, or the body was changed.", CHECK_SECRET),
};
type Scheme = typeof SVC | typeof STANDARD;

const isThere = (headers: ReadonlyMap<string, string>, { timestamp, signature, id }: Scheme) =>
  [timestamp, signature, id ?? ""].some((name) => headers.has(name.toLowerCase()));

/** The steps of a receiver, in their order, with the reason of the one that fails: on each set of headers that came. */
export function judgeDelivery(
  headers: ReadonlyMap<string, string>,
  body: string,
  secrets: readonly string[],
  nowSeconds: number,
): Verdict {
  const spelled = secrets.map(readSpelling);
  const [scheme = SVC, other] = [SVC, STANDARD].filter((known) => isThere(headers, known));
  const first = judge(scheme, headers, body, spelled, nowSeconds);
  const second = other && first.isValid ? judge(other, headers, body, spelled, nowSeconds) : null;
  if (second === null) return first;
  return second.isValid ? { ...first, reason: `${first.reason} So does that of Standard Webhooks.` } : second;
}

function judge(
  scheme: Scheme,
  headers: ReadonlyMap<string, string>,
  body: string,
  secrets: readonly string[],
  nowSeconds: number,
): Verdict {
  const read = (name: string) => headers.get(name.toLowerCase());
  const names = [...(scheme.id === null ? [] : [scheme.id]), scheme.timestamp, scheme.signature];
  const missing = names.find((name) => read(name) === undefined);
  if (missing !== undefined)
    return refuse(`The header ${missing} is missing.`, "Pass all headers of the request, in any letter case.");
  const [timestamp = "", given = "", id = ""] = [read(scheme.timestamp), read(scheme.signature), read(scheme.id ?? "")];
  if (!/^\d+$/.test(timestamp))
    return refuse(`The timestamp "${timestamp}" is not a number.`, "It is in seconds since 1970.");
  const parts = given.split(scheme.separator).map((part) => part.trim());
  const signings = secrets.map((secret) => ({ secret, timestamp, body, id }));
  const matched = signings.findIndex((signing) => parts.some((part) => isEqual(part, scheme.sign(signing))));
  const ageSeconds = nowSeconds - Number(timestamp);
  if (matched < 0) return scheme.explain(parts, signings);
  if (Math.abs(ageSeconds) > WINDOW_SECONDS) {
    const side = ageSeconds > 0 ? "old" : "in the future";
    const remedy = "Sign again, or compare clocks. For a recorded delivery give --now its time.";
    return refuse(
      `The signature matches, but it is ${Math.abs(ageSeconds)} seconds ${side}; ${WINDOW_SECONDS} are accepted.`,
      remedy,
    );
  }
  const which = secrets.length > 1 ? ` It was made with secret ${matched + 1} of ${secrets.length}.` : "";
  return {
    isValid: true,
    reason: `The signature matches and is ${Math.abs(ageSeconds)} seconds old.${which}`,
    remedy: null,
  };
}

function explainMismatch(parts: readonly string[], signings: readonly Signing[]): Verdict {
  for (const { does, instead, sign } of MISTAKES) {
    const isMade = signings.some((signing) => parts.some((part) => part !== "" && isEqual(part, sign(signing))));
    if (isMade) return refuse(`It matches a signature of code that ${does}.`, instead);
  }
  if (parts.every((part) => !part.startsWith("v1=")))
    return refuse("No part of the signature begins with v1=.", "Pass the Svc-Webhook-Signature header unchanged.");
  return refuse("No signature matches: wrong secret, or the body was changed.", CHECK_SECRET);
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
