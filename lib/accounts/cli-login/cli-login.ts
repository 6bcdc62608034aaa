import { randomInt } from "node:crypto";
import { equalBytes, isSignedText, signText } from "@/lib/platform/crypto";

/** RFC 8628 §6.1: consonants form no words, and none looks like a digit. */
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
const CODE_LENGTH = 8;

export function makeCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join("");
}

export function writeCode(code: string): string {
  return `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`;
}

export function readCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, "");
  return code.length === CODE_LENGTH && [...code].every((letter) => LETTERS.includes(letter)) ? code : null;
}

/** The hash is keyed, because every code could be tried against a plain one. */
export function hashCode(code: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(signText("cli-code", code), "base64url"));
}

/** Another process may still hash with the old session secret during a rotation. */
export function listCodeHashes(code: string): Uint8Array<ArrayBuffer>[] {
  const hashes: Uint8Array<ArrayBuffer>[] = [];
  isSignedText("cli-code", code, (hash) => {
    hashes.push(new Uint8Array(Buffer.from(hash, "base64url")));
    return false;
  });
  return hashes;
}

export function writeApprovalTicket(sessionId: string, loginId: string): string {
  return signText("cli-approval", `${sessionId}\n${loginId}`);
}

export function isApprovalTicket(ticket: string, sessionId: string, loginId: string): boolean {
  return isSignedText("cli-approval", `${sessionId}\n${loginId}`, (expected) =>
    equalBytes(Buffer.from(ticket), Buffer.from(expected)),
  );
}
