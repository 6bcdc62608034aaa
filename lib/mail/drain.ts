import { prisma } from "../db/prisma";
import { query } from "../db/transaction";
import { type OutboundMail, type SmtpOutcome, sendBySmtp } from "../egress/smtp";
import { brand } from "../platform/brand";
import { now } from "../platform/clock";
import { env } from "../platform/env";
import { log } from "../platform/log";
import { smtpServer } from "../platform/mail-transport";
import {
  forecastAttempt,
  MAIL_LEASE_MS,
  type MailKind,
  maskAddress,
  oneLine,
  type QueuedMail,
  type WriteMail,
  type WrittenMail,
} from "./mail";
import { CLAIM_MAILS } from "./mails.sql";

const BATCH_ROWS = 5;
const BATCHES_MAX = 50;

export type Writers = Readonly<Record<MailKind, WriteMail>>;
type Outcome = SmtpOutcome | { kind: "dropped" };

/**
 * Returns false when more is due. If its process dies, a mail is sent again under the same message id once the lease
 * ends.
 */
export async function drainMails(writers: Writers): Promise<boolean> {
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const at = now();
    const claimed = await query(CLAIM_MAILS, { at, dueAt: new Date(at.getTime() + MAIL_LEASE_MS), limit: BATCH_ROWS });
    await Promise.all(claimed.map((mail) => sendClaimed(mail, writers)));
    if (claimed.length < BATCH_ROWS) return true;
  }
  return false;
}

async function sendClaimed(mail: QueuedMail, writers: Writers): Promise<void> {
  const attempt = await attemptMail(mail, writers).catch((error: unknown) => {
    log().error({ error, mailId: mail.id, kind: mail.kind }, "a mail could not be written");
    return { outcome: { kind: "failed", code: "unwritten" } satisfies Outcome, written: null };
  });
  await settle(mail, attempt.outcome, attempt.written);
}

async function attemptMail(
  mail: QueuedMail,
  writers: Writers,
): Promise<{ outcome: Outcome; written: WrittenMail | null }> {
  const written = mail.expiresAt <= now() ? null : await writers[mail.kind](mail);
  if (written === null) return { outcome: { kind: "dropped" }, written };
  const server = smtpServer();
  if (server !== null) return { outcome: await sendBySmtp(server, address(mail, written)), written };
  return { outcome: env().SVC_MAILBOX ? { kind: "accepted" } : { kind: "dropped" }, written };
}

function address({ id, recipient, createdAt }: QueuedMail, written: WrittenMail): OutboundMail {
  const { SVC_BASE_URL, SVC_MAIL_FROM = "" } = env();
  const { unsubscribeUrl, subject, text, html } = written;
  return {
    messageId: `<${id}@${new URL(SVC_BASE_URL).hostname}>`,
    from: { name: oneLine(brand().name), address: SVC_MAIL_FROM },
    recipient,
    date: createdAt,
    subject: oneLine(subject),
    text,
    html,
    headers: {
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
      ...(unsubscribeUrl === undefined
        ? {}
        : { "List-Unsubscribe": `<${unsubscribeUrl}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
    },
  };
}

async function settle(mail: QueuedMail, outcome: Outcome, written: WrittenMail | null): Promise<void> {
  const { id, kind, recipient, attempts } = mail;
  const at = now();
  const isSent = outcome.kind === "accepted";
  const problem = "code" in outcome ? outcome.code : null;
  const dueAt = outcome.kind === "failed" ? forecastAttempt(mail, at) : null;
  if (problem !== null)
    log().warn(
      {
        mailId: id,
        kind,
        recipient: maskAddress(recipient),
        problem,
        attempts,
        retriesAt: dueAt?.toISOString() ?? null,
      },
      "a mail was not taken",
    );
  const shown = isSent && env().SVC_MAILBOX && written ? pickShown(written) : {};
  // Another process may have sent it after our lease ended: a sent mail stays sent.
  await prisma().mail.updateMany({
    where: { id, sentAt: null },
    data: { dueAt, problem, ...shown, ...(isSent ? { sentAt: at } : {}) },
  });
}

function pickShown({ subject, text, html }: WrittenMail) {
  return { subject: oneLine(subject), text, html };
}
