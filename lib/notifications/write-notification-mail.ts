import { createTranslator } from "next-intl";
import { issueNotMePath } from "../accounts/mail-links/issue-mail-token";
import { CATALOGS } from "../i18n/catalogs";
import type { Locale } from "../i18n/locale";
import { localeOf, type WriteMail } from "../mail/mail";
import { readMailTexts, writeMail } from "../mail/write";
import { groupEqual } from "./group-equal";
import {
  isSecurityKind,
  NOTIFICATION_KINDS,
  NOTIFICATIONS_PER_MAIL,
  type Notification,
  type NotificationKind,
} from "./notification";
import { NOTIFICATIONS_PATH, notificationPath } from "./paths";
import { listMailed, readReader } from "./queries";
import { describeNotification } from "./sentence";
import { writeUnsubscribePaths } from "./unsubscribe-link";

export const writeNotificationMail: WriteMail = async (mail) => {
  const { id, recipient, facts } = mail;
  const { userId } = facts;
  if (typeof userId !== "string") return null;
  const [user, mailed] = await Promise.all([readReader(userId), listMailed(userId, id)]);
  const [first] = mailed;
  if (first === undefined || user?.email !== recipient) return null;
  const locale = localeOf(mail, user.locale);
  const texts = readMailTexts(locale);
  const notices = groupEqual(mailed.map((notification) => describeNotice(notification, locale))).slice(
    0,
    NOTIFICATIONS_PER_MAIL,
  );
  const { title, text, path } = describeNotice(first, locale);
  const unsubscribe = writeUnsubscribePaths({ userId, kinds: listStoppable(mailed) }, locale);
  const notes = [texts("notifications.why")];
  const action = texts("notifications.action");
  const alarm = mailed.some(({ kind }) => isSecurityKind(kind))
    ? [{ title: texts("notMe.action"), text: texts("notMe.link"), path: await issueNotMePath(mail) }]
    : [];
  if (mailed.length === 1)
    return writeMail({
      locale,
      subject: title,
      paragraphs: [text],
      items: alarm,
      action: { label: action, path },
      notes,
      unsubscribe,
    });
  const left = notices.reduce((rest, { count }) => rest - count, mailed.length);
  return writeMail({
    locale,
    subject: texts("notifications.subject", { title, count: mailed.length - 1 }),
    heading: texts("notifications.heading", { count: mailed.length }),
    paragraphs: [],
    items: [
      ...notices.map(({ count, ...notice }) =>
        count === 1 ? notice : { ...notice, title: texts("notifications.repeated", { title: notice.title, count }) },
      ),
      ...alarm,
    ],
    action: { label: texts("notifications.inbox"), path: NOTIFICATIONS_PATH },
    notes: [...(left > 0 ? [texts("notifications.more", { count: left })] : []), ...notes],
    unsubscribe,
  });
};

/** Mails about the safety of the account end only when the mail is about nothing else. */
function listStoppable(mailed: readonly Pick<Notification, "kind">[]): NotificationKind[] {
  const kinds = NOTIFICATION_KINDS.filter((kind) => mailed.some((notification) => notification.kind === kind));
  const others = kinds.filter((kind) => !isSecurityKind(kind));
  return others.length > 0 ? others : kinds;
}

function describeNotice({ id, kind, facts }: Pick<Notification, "id" | "kind" | "facts">, locale: Locale) {
  const t = createTranslator({ locale, messages: CATALOGS[locale], namespace: "notifications" });
  return { ...describeNotification({ kind, facts }, locale, t), path: notificationPath(id) };
}
