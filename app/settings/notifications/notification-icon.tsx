import {
  AtSign,
  Building2,
  CircleOff,
  FileCheck,
  Gauge,
  KeyRound,
  type LucideIcon,
  MessageSquareText,
  MonitorSmartphone,
  ScrollText,
  ShieldQuestionMark,
  TriangleAlert,
} from "lucide-react";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import type { Notification, NotificationKind } from "@/lib/notifications/notification";

const LOOKS: Readonly<Record<NotificationKind, { icon: LucideIcon; tone: string }>> = {
  "message.mentioned": { icon: AtSign, tone: "text-accent" },
  "message.posted": { icon: MessageSquareText, tone: "text-accent" },
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

export function NotificationIcon({ kind, isRead }: Pick<Notification, "kind" | "isRead">) {
  const { icon: Icon, tone } = LOOKS[kind];
  return <Icon aria-hidden className={joinClasses("mt-0.5 size-4 shrink-0", isRead ? "text-ink-3" : tone)} />;
}
