import { randomInt } from "node:crypto";
import { equalBytes, isSignedText, signText } from "@/lib/platform/crypto";

/** Consonants alone: no words, and none that looks like a digit (RFC 8628, section 6.1). */
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
const CODE_LENGTH = 8;

/** Shown in the terminal, and typed into the page of approval. */
export function makeCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join("");
}

export function writeCode(code: string): string {
  return `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`;
}

/** Reads any case, with or without the dash. null: no code has this form. */
export function readCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, "");
  return code.length === CODE_LENGTH && [...code].every((letter) => LETTERS.includes(letter)) ? code : null;
}

/** With a key: all codes could be tried against a plain hash. */
export function hashCode(code: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(signText("cli-code", code), "base64url"));
}

/** Also that of another process, while the session secret is being rotated. */
export function listCodeHashes(code: string): Uint8Array<ArrayBuffer>[] {
  const hashes: Uint8Array<ArrayBuffer>[] = [];
  isSignedText("cli-code", code, (hash) => {
    hashes.push(new Uint8Array(Buffer.from(hash, "base64url")));
    return false;
  });
  return hashes;
}

/** Binds a sign-in that was found by its code to the browser session that typed it. */
export function writeApprovalTicket(sessionId: string, loginId: string): string {
  return signText("cli-approval", `${sessionId}\n${loginId}`);
}

export function isApprovalTicket(ticket: string, sessionId: string, loginId: string): boolean {
  return isSignedText("cli-approval", `${sessionId}\n${loginId}`, (expected) =>
    equalBytes(Buffer.from(ticket), Buffer.from(expected)),
  );
}
