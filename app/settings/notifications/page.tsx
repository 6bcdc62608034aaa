import { BellRing, CheckCheck } from "lucide-react";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { DoneNotice } from "@/app/_ui/page/done-notice";
import { EmptyState } from "@/app/_ui/page/empty-state";
import { pageTitle } from "@/app/_ui/page/page-title";
import { Section } from "@/app/_ui/page/section";
import { requireSession } from "@/lib/accounts/sessions/session";
import { groupNotifications } from "@/lib/notifications/group-notifications";
import {
  listKindsOf,
  NOTIFICATION_SOURCES,
  type NotificationSource,
  readNotificationId,
} from "@/lib/notifications/notification";
import { NOTIFICATIONS_PATH, olderPath } from "@/lib/notifications/paths";
import { type Inbox, readInbox } from "@/lib/notifications/queries";
import { NOTIFICATION_RETENTION_DAYS, NOTIFICATIONS_PAGE_MAX } from "@/lib/platform/limits";
import { markAsRead } from "./actions";
import { InboxRow } from "./inbox-row";
import { InboxTabs } from "./inbox-tabs";

export const generateMetadata = pageTitle("notifications.title");

export default async function NotificationsPage({ searchParams }: { searchParams: SearchParams }) {
  const { user } = await requireSession(NOTIFICATIONS_PATH);
  const [params, t, records] = await Promise.all([
    searchParams,
    getTranslations("notifications"),
    getTranslations("roomRecords"),
  ]);
  const after = readNotificationId(readText(params, "after"));
  const open = readText(params, "open");
  const asked = NOTIFICATION_SOURCES.filter((source) => after === null || source === readText(params, "source"));
  const inboxes = await Promise.all(
    asked.map(async (source) => ({
      source,
      ...(await readInbox(user.id, after, NOTIFICATIONS_PAGE_MAX, listKindsOf(source))),
    })),
  );
  const shown = inboxes.filter(({ notifications }) => notifications.length > 0);
  const all = shown.flatMap(({ notifications }) => notifications);
  return (
    <div className="max-w-3xl">
      <InboxTabs current="inbox" />
      {readText(params, "done") === "approved" ? (
        <DoneNotice className="mb-4">{records("done.approved")}</DoneNotice>
      ) : null}
      {shown.length > 0 ? (
        <>
          {after === null && all.some(({ isRead }) => !isRead) ? (
            <form action={markAsRead} className="mb-3 flex justify-end">
              <input type="hidden" name="newest" value={findNewest(all.map(({ id }) => id))} />
              <SubmitButton look="plain" size="small" icon={<CheckCheck aria-hidden />}>
                {t("markAll")}
              </SubmitButton>
            </form>
          ) : null}
          <div className="grid grid-cols-1 gap-6">
            {shown.map((inbox) => (
              <Source key={inbox.source} open={open} {...inbox} />
            ))}
          </div>
          <p className="mt-3 text-xs text-ink-3">{t("kept", { days: NOTIFICATION_RETENTION_DAYS })}</p>
        </>
      ) : (
        <EmptyState icon={BellRing} title={t("emptyTitle")} text={t("emptyText")} />
      )}
      {after === null ? null : (
        <p className="mt-4 text-dense">
          <Link href={NOTIFICATIONS_PATH} className="underline underline-offset-4">
            {t("newest")}
          </Link>
        </p>
      )}
    </div>
  );
}

/** Ids are numbers that are too long for a number. */
function findNewest(ids: readonly string[]): string {
  return ids.reduce((newest, id) => (BigInt(id) > BigInt(newest) ? id : newest), "0");
}

async function Source({ source, open, notifications, next }: Inbox & { source: NotificationSource; open: string }) {
  const t = await getTranslations("notifications");
  const title = t(`sources.${source}`);
  return (
    <Section id={source} title={title}>
      <ul aria-label={title} className="card divide-y divide-line overflow-hidden">
        {groupNotifications(notifications).map((group) => (
          <InboxRow key={group.newest.id} group={group} isOpen={group.newest.id === open} />
        ))}
      </ul>
      {next === null ? null : (
        <Link href={olderPath(source, next)} className="justify-self-start text-dense underline underline-offset-4">
          {t("older")}
        </Link>
      )}
    </Section>
  );
}
