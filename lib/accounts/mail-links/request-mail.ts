import { enqueueMail } from "@/lib/mail/enqueue";
import { addressKey } from "@/lib/platform/address-key";
import { now } from "@/lib/platform/clock";
import { type Limited, type Quota, withinQuotas } from "../sign-in/limit-attempts";

/** Mails that anyone can have sent, to any address. */
const KINDS = ["sign_up", "password_reset"] as const;
type RequestedKind = (typeof KINDS)[number];

/** Per 15 minutes: to one address, so that nobody fills its mailbox, and for one client, which may be a network. */
export const MAILS_PER_ADDRESS = 3;
export const MAILS_PER_CLIENT = 10;

interface MailRequest {
  kind: RequestedKind;
  email: string;
  /** Of the client that asks. */
  address: string;
  locale: string;
}

type Requested = { kind: "queued" } | Limited;

/**
 * Queues the mail without looking at any account: whether there is one is found out when the mail is written, so neither
 * the answer nor its time tells it. Requests of one moment wait for each other, so none gets past a quota.
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
