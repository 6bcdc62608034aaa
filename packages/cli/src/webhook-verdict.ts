import { timingSafeEqual } from "node:crypto";
import { MISTAKES, type Signing, signWebhook } from "./webhook-signing";

export interface Verdict {
  isValid: boolean;
  reason: string;
  remedy: string | null;
}

const WINDOW_SECONDS = 300;

const refuse = (reason: string, remedy: string): Verdict => ({ isValid: false, reason, remedy });

/** The steps of a receiver, in their order, with the reason of the one that fails. */
export function judgeDelivery(
  headers: ReadonlyMap<string, string>,
  body: string,
  secrets: readonly string[],
  nowSeconds: number,
): Verdict {
  const [timestamp, given] = [headers.get("svc-webhook-timestamp"), headers.get("svc-webhook-signature")];
  const missing =
    timestamp === undefined ? "Svc-Webhook-Timestamp" : given === undefined ? "Svc-Webhook-Signature" : null;
  if (timestamp === undefined || given === undefined)
    return refuse(`The header ${missing} is missing.`, "Pass all headers of the request, in any case of letters.");
  if (!/^\d+$/.test(timestamp))
    return refuse(`The timestamp "${timestamp}" is no number.`, "It counts seconds since 1970.");
  const parts = given.split(",").map((part) => part.trim());
  const signings = secrets.map((secret): Signing => ({ secret, timestamp, body }));
  const matched = signings.findIndex((signing) => parts.some((part) => isEqual(part, signWebhook(signing))));
  const ageSeconds = nowSeconds - Number(timestamp);
  if (matched < 0) return explainMismatch(parts, signings);
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
    return refuse("No part of the signature begins with v1=.", "Pass the header Svc-Webhook-Signature as it came.");
  const remedy = "Check the secret first, then that the body is the bytes that came: no parsing, no line end added.";
  return refuse("No signature matches: another secret, or a body that was changed.", remedy);
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
