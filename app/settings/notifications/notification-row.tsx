import {
  AtSign,
  Building2,
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
import { useLocale, useTranslations } from "next-intl";
import { mergeClasses } from "@/app/_ui/controls/merge-classes";
import { Ago } from "@/app/_ui/shown/ago";
import { keyOf } from "@/lib/notifications/kind-key";
import type { Notification, NotificationKind } from "@/lib/notifications/notification";
import { notificationPath } from "@/lib/notifications/paths";
import { readSentenceValues } from "@/lib/notifications/sentence";

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

export function NotificationRow({ notification }: { notification: Notification }) {
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
