import { query, transaction } from "../db/transaction";
import { isOperational } from "../events/catalog";
import { type OperationalEvent, sendOperational } from "../events/send-operational";
import { enqueueMail } from "../mail/enqueue";
import { signal } from "../platform/background";
import { now } from "../platform/clock";
import { newId } from "../platform/ids";
import { NOTIFICATION_WINDOW_MS } from "../platform/limits";
import { isMailConfigured } from "../platform/mail-transport";
import { LIST_PEOPLE_WITH_MAIL, LOCK_MAILS_OF, SPREAD_NOTIFICATIONS, TAKE_NOTIFICATIONS } from "./mails.sql";
import { NOTIFICATION_MAIL_WINDOW_MS, type NotificationKind } from "./notification";
import { PUSHES_DUE } from "./push/drain";
import { isPushConfigured } from "./push/vapid";
import { KEY_NOTICE_DAYS, RAISE_COMMENT_MENTIONED, RAISINGS, type Raised } from "./raise.sql";

const BATCH_ROWS = 100;
const BATCHES_MAX = 50;

const findSince = (at: Date) => new Date(at.getTime() - NOTIFICATION_MAIL_WINDOW_MS);

export async function notifyPeople(): Promise<boolean> {
  await raiseNotifications();
  return queueMails();
}

/**
 * Each step is a transaction that leaves rows for the next one, so it may run twice, in two processes at once, and
 * again after a crash.
 */
export async function queueMails(): Promise<boolean> {
  return (await spreadNotifications()) && (await mailPeople());
}

/** They count as sent while no outgoing mail or no key for pushes is configured, so that nothing old is sent later. */
async function spreadNotifications(): Promise<boolean> {
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const at = now();
    const spread = await query(SPREAD_NOTIFICATIONS, {
      at,
      since: findSince(at),
      isMailConfigured: isMailConfigured(),
      isPushConfigured: isPushConfigured(),
      limit: BATCH_ROWS,
    });
    if (spread.length > 0 && isPushConfigured()) signal({ name: PUSHES_DUE, data: {} });
    if (spread.length < BATCH_ROWS) return true;
  }
  return false;
}

async function mailPeople(): Promise<boolean> {
  if (!isMailConfigured()) return true;
  let last = "";
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const at = now();
    const people = await query(LIST_PEOPLE_WITH_MAIL, { at, since: findSince(at), last, limit: BATCH_ROWS });
    for (const { id } of people) await mailPerson(id);
    const [next] = people.slice(-1);
    if (next === undefined || people.length < BATCH_ROWS) return true;
    last = next.id;
  }
  return false;
}

function mailPerson(userId: string): Promise<void> {
  return transaction(async (tx) => {
    await tx.query(LOCK_MAILS_OF, { userId });
    const [at, mailId] = [now(), newId("mail")];
    const taken = await tx.query(TAKE_NOTIFICATIONS, { at, since: findSince(at), userId, mailId });
    if (taken.length === 0) return;
    const { email, locale } = await tx.prisma.user.findUniqueOrThrow({
      where: { id: userId },
      select: { email: true, locale: true },
    });
    await enqueueMail(tx, { id: mailId, kind: "notifications", recipient: email, locale, facts: { userId } });
  });
}

/** The states themselves say what is due, so it may run twice, in two processes at once, and again after a crash. */
export async function raiseNotifications(): Promise<number> {
  const at = now();
  const since = new Date(at.getTime() - NOTIFICATION_WINDOW_MS);
  let raised = 0;
  for (const [kind, statement] of [
    ...Object.entries(RAISINGS),
    ["message.mentioned", RAISE_COMMENT_MENTIONED] as const,
  ])
    raised += await transaction(async (tx) => {
      const rows = await tx.query(statement, { now: at, since });
      await sendOperational(tx, listEvents(kind as NotificationKind, rows));
      return rows.length;
    });
  return raised;
}

function listEvents(kind: NotificationKind, rows: readonly Raised[]): OperationalEvent[] {
  // Webhooks get 50 percent, too, so `raiseUsageAlerts` sends these.
  if (!isOperational(kind) || kind === "usage.threshold") return [];
  const first = rows.filter(({ facts }) => kind !== "key.expiring" || facts["days"] === KEY_NOTICE_DAYS);
  return first.map(({ subjectId, audience }) => ({ type: kind, objectId: subjectId, details: null, audience }));
}
