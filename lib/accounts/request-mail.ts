import { enqueueMail } from "@/lib/mail/enqueue";
import { addressKey } from "@/lib/platform/address-key";
import { now } from "@/lib/platform/clock";
import { type Transaction, transaction } from "@/lib/platform/db";
import { LOCK_QUOTA } from "./accounts.sql";
import { findWaitSeconds, SIGN_IN_WINDOW_MS } from "./sign-in-limit";

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

type Requested = { kind: "queued" } | { kind: "limited"; retryAfterSeconds: number };

/**
 * Queues the mail without looking at any account: whether there is one is found out when the mail is written, so neither
 * the answer nor its time tells it. Requests of one moment wait for each other, so none gets past a quota.
 */
export function requestMail({ kind, email, address, locale }: MailRequest): Promise<Requested> {
  const [at, requestedFrom] = [now(), addressKey(address)];
  return transaction(async (tx) => {
    // Always in this order, so that two requests never wait for each other in a circle.
    for (const lock of [`mail-to:${email}`, `mail-from:${requestedFrom}`]) await tx.query(LOCK_QUOTA, [lock]);
    const filledAt = [
      await findFilling(tx, { recipient: email }, MAILS_PER_ADDRESS, at),
      await findFilling(tx, { requestedFrom }, MAILS_PER_CLIENT, at),
    ];
    const retryAfterSeconds = findWaitSeconds(filledAt, at);
    if (retryAfterSeconds !== null) return { kind: "limited", retryAfterSeconds };
    await enqueueMail(tx, { kind, recipient: email, locale, requestedFrom });
    return { kind: "queued" };
  });
}

async function findFilling(
  { prisma }: Transaction,
  whose: { recipient: string } | { requestedFrom: string },
  max: number,
  at: Date,
): Promise<Date | null> {
  const filling = await prisma.mail.findFirst({
    where: { ...whose, kind: { in: [...KINDS] }, createdAt: { gt: new Date(at.getTime() - SIGN_IN_WINDOW_MS) } },
    select: { createdAt: true },
    orderBy: { createdAt: "desc" },
    skip: max - 1,
  });
  return filling?.createdAt ?? null;
}
