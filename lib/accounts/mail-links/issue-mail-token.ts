import { prisma } from "@/lib/db/prisma";
import type { QueuedMail } from "@/lib/mail/mail";
import { sha256, signText } from "@/lib/platform/crypto";

export type TokenPurpose = "sign_up" | "password_reset" | "not_me" | "report_invitation";

export const SIGN_UP_LIFETIME_MS = 24 * 60 * 60 * 1000;
export const RESET_LIFETIME_MS = 60 * 60 * 1000;
const NOT_ME_LIFETIME_MS = 14 * 24 * 60 * 60 * 1000;

interface NewToken {
  purpose: TokenPurpose;
  expiresAt: Date;
  invitationId?: string;
}

export function hashMailToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(sha256(token));
}

/**
 * The token is derived from the mail's id, so a mail sent twice holds one and the queue holds none. Nobody can derive
 * it without the session secret.
 */
export async function issueMailToken({ id, recipient, createdAt }: QueuedMail, token: NewToken): Promise<string> {
  const text = signText("mail-token", `${token.purpose}:${id}`);
  const data = { ...token, hash: hashMailToken(text), email: recipient, createdAt };
  await prisma().mailToken.createMany({ data, skipDuplicates: true });
  return text;
}

export async function issueNotMePath(mail: QueuedMail): Promise<string> {
  const expiresAt = new Date(mail.createdAt.getTime() + NOT_ME_LIFETIME_MS);
  return `/not-me?token=${await issueMailToken(mail, { purpose: "not_me", expiresAt })}`;
}
