import { isLocale, type Locale } from "../i18n/locale";

export const MAIL_KINDS = [
  "sign_up",
  "password_reset",
  "password_changed",
  "passkey_changed",
  "invitation",
  "notifications",
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** Facts hold no secret, because rows are kept for a week. */
export type MailFacts = Readonly<Record<string, string | number | null | readonly string[]>>;

export interface QueuedMail {
  id: string;
  kind: MailKind;
  recipient: string;
  locale: Locale;
  facts: MailFacts;
  createdAt: Date;
  expiresAt: Date;
  attempts: number;
}

export function localeOf({ locale }: QueuedMail, chosen: string | undefined): Locale {
  return isLocale(chosen) ? chosen : locale;
}

export interface WrittenMail {
  subject: string;
  text: string;
  html: string;
  unsubscribeUrl?: string;
}

/** Runs when the mail is sent. Returns null when there is nothing left to say, or nobody to say it to. */
export type WriteMail = (mail: QueuedMail) => Promise<WrittenMail | null>;

const [SECOND_MS, MINUTE_MS, HOUR_MS] = [1_000, 60_000, 3_600_000];

export const MAIL_LIFETIME_MS = 24 * HOUR_MS;
/** The lease outlasts a batch: a shorter one would send mails twice. */
export const MAIL_LEASE_MS = 5 * MINUTE_MS;
export const MAIL_RETENTION_MS = 7 * 24 * HOUR_MS;

const WAITS_MS = [30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS];

export function forecastAttempt(
  { attempts, expiresAt }: Pick<QueuedMail, "attempts" | "expiresAt">,
  at: Date,
): Date | null {
  const waitMs = WAITS_MS[Math.min(attempts, WAITS_MS.length) - 1] ?? 0;
  const next = new Date(at.getTime() + waitMs);
  return next < expiresAt ? next : null;
}

export function maskAddress(address: string): string {
  const at = address.lastIndexOf("@");
  return at < 1 ? "…" : `${[...address][0]}…${address.slice(at)}`;
}

/** A line break would begin another header. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

/** Strangers get this name by mail, and their program makes a link of anything that looks like one. */
export function disarmName(name: string): string {
  return oneLine(name.replace(/:\/\/|www\.|@/gi, " ").replace(/\.(?=[\p{L}\p{N}])/gu, ". ")).replace(/ {2,}/g, " ");
}
