import {
  Building2,
  CircleOff,
  Gauge,
  KeyRound,
  type LucideIcon,
  MonitorSmartphone,
  ScrollText,
  ShieldQuestionMark,
  TriangleAlert,
} from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { Ago } from "@/app/_ui/ago";
import { mergeClasses } from "@/app/_ui/merge-classes";
import type { Notification, NotificationKind } from "@/lib/notifications/notification";
import { readDevice } from "@/lib/platform/user-agent";
import { keyOf } from "./kind-key";
import { notificationPath } from "./paths";

const LOOKS: Readonly<Record<NotificationKind, { icon: LucideIcon; tone: string }>> = {
  "webhook.failing": { icon: TriangleAlert, tone: "text-warn" },
  "webhook.disabled": { icon: CircleOff, tone: "text-bad" },
  "key.expiring": { icon: KeyRound, tone: "text-warn" },
  "usage.threshold": { icon: Gauge, tone: "text-warn" },
  "audit_stream.paused": { icon: ScrollText, tone: "text-bad" },
  "invitation.received": { icon: Building2, tone: "text-accent" },
  "session.new_device": { icon: MonitorSmartphone, tone: "text-accent" },
  "approval.asked": { icon: ShieldQuestionMark, tone: "text-accent" },
};

/** The whole row is the link. What is unread says so in a word, too. */
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
          <span className={mergeClasses("block break-words", isRead ? "text-ink-2" : "font-medium")}>{title}</span>
          <span className="mt-0.5 block text-dense text-ink-2 break-words text-pretty">{text}</span>
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
  const t = useTranslations("notifications.kinds");
  const format = useFormatter();
  const name = useDeviceName(facts);
  const read = (fact: string) => String(facts[fact] ?? "");
  const expiresAt = typeof facts["expiresAt"] === "number" ? format.dateTime(facts["expiresAt"], DATE) : "";
  const values = {
    name: kind === "session.new_device" ? name : read("name"),
    room: read("room"),
    failures: Number(facts["failures"] ?? 0),
    last4: read("last4"),
    days: Number(facts["days"] ?? 0),
    expiresAt,
    percent: Number(facts["percent"] ?? 0),
    subject: facts["key"] ? "key" : facts["area"] ? "organization" : "own",
    of: read(facts["key"] ? "key" : "area"),
    host: read("host"),
    reason: read("reason"),
    organization: read("organization"),
    by: read("by"),
    place: facts["place"] ? "known" : "unknown",
    network: read("place"),
  };
  return { title: t(`${keyOf(kind)}.title`, values), text: t(`${keyOf(kind)}.text`, values) };
}

const DATE = { dateStyle: "medium", timeZone: "UTC" } as const;

/** A command line names its machine itself; a browser tells what it is. */
function useDeviceName(facts: Notification["facts"]): string {
  const t = useTranslations("notifications");
  if (typeof facts["device"] === "string") return t("commandLine", { device: facts["device"] });
  const device = readDevice(typeof facts["userAgent"] === "string" ? facts["userAgent"] : null);
  if (device === null) return t("unknownDevice");
  return device.system === null ? device.program : t("deviceOn", { program: device.program, system: device.system });
}
