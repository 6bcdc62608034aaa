import { enqueueMail } from "@/lib/mail/enqueue";
import { addressKey } from "@/lib/platform/address-key";
import { now } from "@/lib/platform/clock";
import { type Limited, type Quota, withinQuotas } from "../sign-in/limit-attempts";

const KINDS = ["sign_up", "password_reset"] as const;
type RequestedKind = (typeof KINDS)[number];

/** Limits per 15 minutes: per recipient, so nobody fills a mailbox; per client, which may be a whole network. */
export const MAILS_PER_ADDRESS = 3;
export const MAILS_PER_CLIENT = 10;

interface MailRequest {
  kind: RequestedKind;
  email: string;
  address: string;
  locale: string;
}

type Requested = { kind: "queued" } | Limited;

/**
 * No account is looked up here; that happens when the mail is written. Neither the response nor its time reveals
 * whether one exists.
 */
export function requestMail({ kind, email, address, locale }: MailRequest): Promise<Requested> {
  const [at, requestedFrom] = [now(), addressKey(address)];
  const quotas = [
    countMails(`mail-to:${email}`, { recipient: email }, MAILS_PER_ADDRESS),
    countMails(`mail-from:${requestedFrom}`, { requestedFrom }, MAILS_PER_CLIENT),
  ];
  return withinQuotas<Requested>(quotas, at, async (tx) => {
    await enqueueMail(tx, { kind, recipient: email, locale, requestedFrom });
    return { kind: "queued" };
  });
}

function countMails(name: string, whose: { recipient: string } | { requestedFrom: string }, max: number): Quota {
  return {
    name,
    max,
    find: async ({ prisma }, since, skip) => {
      const where = { ...whose, kind: { in: [...KINDS] }, createdAt: { gt: since } };
      const select = { createdAt: true };
      const filling = await prisma.mail.findFirst({ where, select, orderBy: { createdAt: "desc" }, skip });
      return filling?.createdAt ?? null;
    },
  };
}
