import type { Transaction } from "../db/transaction";
import { DEFAULT_LOCALE, isLocale } from "../i18n/locale";
import { signal } from "../platform/background";
import { now } from "../platform/clock";
import { newId } from "../platform/ids";
import { isMailConfigured } from "../platform/mail-transport";
import { MAIL_LIFETIME_MS, type MailFacts, type MailKind } from "./mail";

export const MAILS_DUE = "mail/due";

interface NewMail {
  id?: string;
  kind: MailKind;
  recipient: string;
  locale: string | undefined;
  facts?: MailFacts;
  requestedFrom?: string;
  lifetimeMs?: number;
}

/**
 * Call it in the transaction of the change that it reports: both commit, or neither. Without outgoing mail nothing is
 * queued, so nothing old is sent once there is some.
 */
export async function enqueueMail(tx: Transaction, mail: NewMail): Promise<void> {
  if (!isMailConfigured()) return;
  const { lifetimeMs = MAIL_LIFETIME_MS, facts = {}, locale: requested, ...rest } = mail;
  const at = now();
  const times = { createdAt: at, dueAt: at, expiresAt: new Date(at.getTime() + lifetimeMs) };
  const locale = isLocale(requested) ? requested : DEFAULT_LOCALE;
  const data = { id: newId("mail"), ...rest, ...times, locale, facts: { ...facts } };
  await tx.prisma.mail.create({ data, select: { id: true } });
  tx.afterCommit(() => signal({ name: MAILS_DUE, data: {} }));
}
