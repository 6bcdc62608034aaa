import { BellRing, CheckCheck } from "lucide-react";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { EmptyState } from "@/app/_ui/page/empty-state";
import { pageTitle } from "@/app/_ui/page/page-title";
import { requireSession } from "@/lib/accounts/sessions/session";
import { readNotificationId } from "@/lib/notifications/notification";
import { NOTIFICATIONS_PATH } from "@/lib/notifications/paths";
import { readInbox } from "@/lib/notifications/queries";
import { NOTIFICATION_RETENTION_DAYS, NOTIFICATIONS_PAGE_MAX } from "@/lib/platform/limits";
import { markEverythingRead } from "./actions";
import { InboxTabs } from "./inbox-tabs";
import { NotificationRow } from "./notification-row";

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
