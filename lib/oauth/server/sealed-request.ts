import { equalBytes, isSignedText, randomToken, signText } from "../../platform/crypto";
import { AUTHORIZATION_REQUEST_LIFETIME_MS } from "../../platform/limits";

/**
 * The request travels in the URL, so two tabs are two requests. The seal lets only queries to `/oauth/authorize` reach
 * consent, and the nonce lets each be decided once.
 */
export function sealRequest(query: string, at: Date): string {
  const content = Buffer.from(`${at.getTime()}.${randomToken(9)}.${query}`).toString("base64url");
  return `${content}.${seal("request", content)}`;
}

export type Opened = { kind: "open"; query: string } | { kind: "altered" } | { kind: "expired" };

export function openRequest(sealed: string, at: Date): Opened {
  const [content = "", given = "", ...rest] = sealed.split(".");
  if (rest.length > 0 || !isSeal(given, "request", content)) return { kind: "altered" };
  const text = Buffer.from(content, "base64url").toString("utf8");
  const dot = text.indexOf(".");
  const ageMs = at.getTime() - Number(text.slice(0, dot));
  if (!(ageMs <= AUTHORIZATION_REQUEST_LIFETIME_MS)) return { kind: "expired" };
  return { kind: "open", query: text.slice(text.indexOf(".", dot + 1) + 1) };
}

/** The ticket binds the form to one session and one request. */
export function writeTicket(sessionId: string, sealed: string): string {
  return seal("ticket", `${sessionId}\n${sealed}`);
}

export function isTicket(ticket: string, sessionId: string, sealed: string): boolean {
  return isSeal(ticket, "ticket", `${sessionId}\n${sealed}`);
}

function seal(purpose: "request" | "ticket", content: string): string {
  return signText("consent", `${purpose}\n${content}`);
}

function isSeal(given: string, purpose: "request" | "ticket", content: string): boolean {
  return isSignedText("consent", `${purpose}\n${content}`, (expected) =>
    equalBytes(Buffer.from(given), Buffer.from(expected)),
  );
}
