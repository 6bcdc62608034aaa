import type { Transaction } from "../db/transaction";
import { DEFAULT_LOCALE, isLocale } from "../i18n/locale";
import { signal } from "../platform/background";
import { now } from "../platform/clock";
import { newId } from "../platform/ids";
import { MAIL_LIFETIME_MS, type MailFacts, type MailKind } from "./mail";
import { hasMail } from "./way";

/** Wakes the function that sends. */
export const MAILS_DUE = "mail/due";

interface NewMail {
  /** When rows of the caller name the mail. */
  id?: string;
  kind: MailKind;
  recipient: string;
  /** Of the person who reads it, or of the one who asked. */
  locale: string | undefined;
  facts?: MailFacts;
  requestedFrom?: string;
  lifetimeMs?: number;
}

/**
 * In the transaction of what it tells of: neither a crash after COMMIT loses it, nor does a ROLLBACK send it. Without a way
 * for mail nothing is queued, so that nothing old is sent once there is one.
 */
export async function enqueueMail(tx: Transaction, mail: NewMail): Promise<void> {
  if (!hasMail()) return;
  const { lifetimeMs = MAIL_LIFETIME_MS, facts = {}, locale: wished, ...rest } = mail;
  const at = now();
  const times = { createdAt: at, dueAt: at, expiresAt: new Date(at.getTime() + lifetimeMs) };
  const locale = isLocale(wished) ? wished : DEFAULT_LOCALE;
  const data = { id: newId("mail"), ...rest, ...times, locale, facts: { ...facts } };
  await tx.prisma.mail.create({ data, select: { id: true } });
  tx.afterCommit(() => signal({ name: MAILS_DUE, data: {} }));
}
