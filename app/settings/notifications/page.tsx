import {
  AtSign,
  BellRing,
  Building2,
  CheckCheck,
  CircleOff,
  FileCheck,
  Gauge,
  KeyRound,
  type LucideIcon,
  MonitorSmartphone,
  ScrollText,
  ShieldQuestionMark,
  TriangleAlert,
} from "lucide-react";
import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { mergeClasses } from "@/app/_ui/controls/merge-classes";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { EmptyState } from "@/app/_ui/page/empty-state";
import { pageTitle } from "@/app/_ui/page/page-title";
import { Ago } from "@/app/_ui/shown/ago";
import { requireSession } from "@/lib/accounts/sessions/session";
import { keyOf, type Notification, type NotificationKind, readNotificationId } from "@/lib/notifications/notification";
import { NOTIFICATIONS_PATH, notificationPath } from "@/lib/notifications/paths";
import { readInbox } from "@/lib/notifications/queries";
import { readSentenceValues } from "@/lib/notifications/sentence";
import { NOTIFICATION_RETENTION_DAYS, NOTIFICATIONS_PAGE_MAX } from "@/lib/platform/limits";
import { markEverythingRead } from "./actions";
import { InboxTabs } from "./inbox-tabs";

export const generateMetadata = pageTitle("notifications.title");

export default async function NotificationsPage({ searchParams }: { searchParams: SearchParams }) {
  const { user } = await requireSession(NOTIFICATIONS_PATH);
  const [params, t] = await Promise.all([searchParams, getTranslations("notifications")]);
  const after = readNotificationId(readText(params, "after"));
  const { notifications, next } = await readInbox(user.id, after, NOTIFICATIONS_PAGE_MAX);
  const [newest] = notifications;
  return (
    <div className="max-w-3xl">
      <InboxTabs current="inbox" />
      {newest ? (
        <>
          {after === null && notifications.some(({ isRead }) => !isRead) ? (
            <form action={markEverythingRead} className="mb-3 flex justify-end">
              <input type="hidden" name="newest" value={newest.id} />
              <SubmitButton look="plain" size="small" icon={<CheckCheck aria-hidden />}>
                {t("markAll")}
              </SubmitButton>
            </form>
          ) : null}
          <ul aria-label={t("inbox")} className="card divide-y divide-line overflow-hidden">
            {notifications.map((notification) => (
              <NotificationRow key={notification.id} notification={notification} />
            ))}
          </ul>
          <p className="mt-3 text-xs text-ink-3">{t("kept", { days: NOTIFICATION_RETENTION_DAYS })}</p>
        </>
      ) : (
        <EmptyState icon={BellRing} title={t("emptyTitle")} text={t("emptyText")} />
      )}
      <nav
        aria-label={t("pages")}
        className="mt-4 flex gap-4 text-dense empty:hidden [&>a]:underline [&>a]:underline-offset-4"
      >
        {after === null ? null : <Link href={NOTIFICATIONS_PATH}>{t("newest")}</Link>}
        {next === null ? null : <Link href={`${NOTIFICATIONS_PATH}?after=${next}`}>{t("older")}</Link>}
      </nav>
    </div>
  );
}

const LOOKS: Readonly<Record<NotificationKind, { icon: LucideIcon; tone: string }>> = {
  "message.mentioned": { icon: AtSign, tone: "text-accent" },
  "record.approval_requested": { icon: FileCheck, tone: "text-accent" },
  "webhook.failing": { icon: TriangleAlert, tone: "text-warn" },
  "webhook.disabled": { icon: CircleOff, tone: "text-bad" },
  "key.expiring": { icon: KeyRound, tone: "text-warn" },
  "usage.threshold": { icon: Gauge, tone: "text-warn" },
  "audit_stream.paused": { icon: ScrollText, tone: "text-bad" },
  "invitation.received": { icon: Building2, tone: "text-accent" },
  "session.new_device": { icon: MonitorSmartphone, tone: "text-accent" },
  "approval.asked": { icon: ShieldQuestionMark, tone: "text-accent" },
};

function NotificationRow({ notification }: { notification: Notification }) {
  const t = useTranslations("notifications");
  const { id, kind, createdAt, isRead } = notification;
  const { icon: Icon, tone } = LOOKS[kind];
  const { title, text } = useSentences(notification);
  return (
    <li>
      {/* Not a Next link: the path answers with a redirect. */}
      <a href={notificationPath(id)} className="flex gap-3 px-4 py-3.5 transition-colors hover:bg-muted sm:px-5">
        <Icon aria-hidden className={mergeClasses("mt-0.5 size-4 shrink-0", isRead ? "text-ink-3" : tone)} />
        <span className="min-w-0 flex-1">
          <span className={mergeClasses("block", isRead ? "text-ink-2" : "font-medium")}>{title}</span>
          <span className="mt-0.5 block text-dense text-ink-2 text-pretty">{text}</span>
          <span className="mt-1 flex items-center gap-2 text-xs text-ink-3">
            <Ago value={createdAt} />
            {isRead ? null : (
              <span className="inline-flex items-center gap-1.5 font-medium text-accent">
                <span aria-hidden className="size-1.5 rounded-full bg-accent-solid" />
                {t("unread")}
              </span>
            )}
          </span>
        </span>
      </a>
    </li>
  );
}

function useSentences({ kind, facts }: Notification): { title: string; text: string } {
  const t = useTranslations("notifications");
  const values = readSentenceValues({ kind, facts }, useLocale(), t);
  return { title: t(`kinds.${keyOf(kind)}.title`, values), text: t(`kinds.${keyOf(kind)}.text`, values) };
}
