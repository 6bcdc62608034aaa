import { Check, CheckCheck, ChevronDown } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { PlainForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { Ago } from "@/app/_ui/shown/ago";
import { actOnApproval } from "@/app/rooms/[roomId]/records/[recordId]/actions";
import type { NotificationGroup } from "@/lib/notifications/group-notifications";
import type { Notification } from "@/lib/notifications/notification";
import { notificationPath } from "@/lib/notifications/paths";
import { describeGroup, describeNotification } from "@/lib/notifications/sentence";
import { markAsRead } from "./actions";
import { NotificationIcon } from "./notification-icon";

const ROW = "flex min-w-0 gap-3 px-4 py-3.5 transition-colors hover:bg-muted sm:px-5";

export function InboxRow({ group, isOpen }: { group: NotificationGroup; isOpen: boolean }) {
  const { newest, notifications } = group;
  return (
    <li className="relative">
      {notifications.length === 1 ? <Single {...newest} /> : <Group {...{ group, isOpen }} />}
    </li>
  );
}

function Single(notification: Notification) {
  const { title, text } = describeNotification(notification, useLocale(), useTranslations("notifications"));
  const titleId = `notification-${notification.id}`;
  return (
    <>
      {/* Not a Next link: the path answers with a redirect. */}
      <a href={notificationPath(notification.id)} className={ROW}>
        <Face {...{ notification, title, titleId, text }} />
      </a>
      {notification.requestId === null ? null : <Approve notification={notification} titleId={titleId} />}
    </>
  );
}

function Approve({ notification, titleId }: { notification: Notification; titleId: string }) {
  const t = useTranslations("roomRecords");
  const { requestId, subjectId, facts } = notification;
  return (
    <PlainForm
      action={actOnApproval}
      failed={t("refused")}
      hidden={{ roomId: String(facts["roomId"]), recordId: subjectId, requestId: requestId ?? "", from: "inbox" }}
      className="grid justify-items-start gap-3 px-4 pb-3.5 ps-11 sm:px-5 sm:ps-12"
    >
      <SubmitButton
        name="action"
        value="approve"
        look="plain"
        size="small"
        icon={<Check aria-hidden />}
        aria-describedby={titleId}
      >
        {t("approval.approve")}
      </SubmitButton>
    </PlainForm>
  );
}

function Group({ group, isOpen }: { group: NotificationGroup; isOpen: boolean }) {
  const t = useTranslations("notifications");
  const { newest, notifications } = group;
  const { title, text } = describeGroup(group, useLocale(), t);
  return (
    <>
      <details open={isOpen} className="group/equal">
        <summary
          className={joinClasses(ROW, "cursor-pointer list-none pe-14 sm:pe-14 [&::-webkit-details-marker]:hidden")}
        >
          <Face {...{ notification: newest, title, text }}>
            <span className="inline-flex items-center gap-1">
              {t("groupCount", { count: notifications.length })}
              <ChevronDown aria-hidden className="size-3.5 transition-transform group-open/equal:rotate-180" />
            </span>
          </Face>
        </summary>
        <ul aria-label={title} className="divide-y divide-line border-t border-line bg-canvas ps-6">
          {notifications.map((notification) => (
            <InboxRow key={notification.id} group={{ newest: notification, notifications: [notification] }} isOpen />
          ))}
        </ul>
      </details>
      {newest.isRead ? null : (
        <form action={markAsRead} className="absolute inset-e-3 top-2.5">
          <input type="hidden" name="newest" value={newest.id} />
          <input type="hidden" name="only" value={notifications.map(({ id }) => id).join(" ")} />
          <SubmitButton
            look="quiet"
            size="small"
            aria-label={t("markGroup", { title })}
            title={t("markGroup", { title })}
          >
            <CheckCheck aria-hidden />
          </SubmitButton>
        </form>
      )}
    </>
  );
}

interface FaceProps {
  notification: Notification;
  title: string;
  titleId?: string;
  text: string;
  children?: ReactNode;
}

function Face({ notification: { kind, createdAt, isRead }, title, titleId, text, children }: FaceProps) {
  const t = useTranslations("notifications");
  return (
    <>
      <NotificationIcon kind={kind} isRead={isRead} />
      <span className="min-w-0 flex-1">
        <span id={titleId} className={joinClasses("block", isRead ? "text-ink-2" : "font-medium")}>
          {title}
        </span>
        <span className="mt-0.5 block text-dense text-ink-2 text-pretty empty:hidden">{text}</span>
        <span className="mt-1 flex flex-wrap items-center gap-x-2 text-xs text-ink-3">
          <Ago value={createdAt} />
          {children}
          {isRead ? null : (
            <span className="inline-flex items-center gap-1.5 font-medium text-accent">
              <span aria-hidden className="size-1.5 rounded-full bg-accent-solid" />
              {t("unread")}
            </span>
          )}
        </span>
      </span>
    </>
  );
}
