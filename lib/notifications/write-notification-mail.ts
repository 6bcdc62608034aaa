import { createTranslator } from "next-intl";
import { issueNotMePath } from "../accounts/mail-links/issue-mail-token";
import { CATALOGS } from "../i18n/catalogs";
import { isLocale, type Locale } from "../i18n/locale";
import type { WriteMail } from "../mail/mail";
import { readMailTexts, writeMail } from "../mail/write";
import { groupEqual } from "./group-equal";
import { keyOf } from "./kind-key";
import { NOTIFICATIONS_PER_MAIL } from "./mail-limits";
import { listMailed, readReader } from "./mails-query";
import { isSecurityKind, NOTIFICATION_KINDS, type Notification, type NotificationKind } from "./notification";
import { NOTIFICATIONS_PATH, notificationPath } from "./paths";
import { readSentenceValues } from "./sentence";
import { writeUnsubscribePaths } from "./unsubscribe-link";

/** All that waited for one person. null: nothing of it is theirs to know any more, or they have read it. */
export const writeNotificationMail: WriteMail = async (mail) => {
  const { id, recipient, locale: queued, facts } = mail;
  const { userId } = facts;
  if (typeof userId !== "string") return null;
  const [user, mailed] = await Promise.all([readReader(userId), listMailed(userId, id)]);
  const [first] = mailed;
  if (first === undefined || user?.email !== recipient) return null;
  const locale = isLocale(user.locale) ? user.locale : queued;
  const texts = readMailTexts(locale);
  const told = groupEqual(mailed.map((notification) => tell(notification, locale))).slice(0, NOTIFICATIONS_PER_MAIL);
  const { title, text, path } = tell(first, locale);
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
  const left = told.reduce((rest, { count }) => rest - count, mailed.length);
  return writeMail({
    locale,
    subject: texts("notifications.subject", { title, count: mailed.length - 1 }),
    heading: texts("notifications.heading", { count: mailed.length }),
    paragraphs: [],
    items: [
      ...told.map(({ count, ...notice }) =>
        count === 1 ? notice : { ...notice, title: texts("notifications.repeated", { title: notice.title, count }) },
      ),
      ...alarm,
    ],
    action: { label: texts("notifications.inbox"), path: NOTIFICATIONS_PATH },
    notes: [...(left > 0 ? [texts("notifications.more", { count: left })] : []), ...notes],
    unsubscribe,
  });
};

/** Security kinds only when the mail tells nothing else: a person who has enough of other mails keeps those. */
function listStoppable(mailed: readonly Pick<Notification, "kind">[]): NotificationKind[] {
  const kinds = NOTIFICATION_KINDS.filter((kind) => mailed.some((notification) => notification.kind === kind));
  const others = kinds.filter((kind) => !isSecurityKind(kind));
  return others.length > 0 ? others : kinds;
}

function tell({ id, kind, facts }: Pick<Notification, "id" | "kind" | "facts">, locale: Locale) {
  const t = createTranslator({ locale, messages: CATALOGS[locale], namespace: "notifications" });
  const values = readSentenceValues({ kind, facts }, locale, t);
  const key = `kinds.${keyOf(kind)}` as const;
  return { title: t(`${key}.title`, values), text: t(`${key}.text`, values), path: notificationPath(id) };
}
