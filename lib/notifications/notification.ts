/** The last of these is kept for mails about the safety of the account. */
export const NOTIFICATION_MAILS_PER_HOUR = 4;
export const NOTIFICATIONS_PER_MAIL = 20;
export const NOTIFICATION_MAIL_WINDOW_MS = 24 * 60 * 60 * 1000;

export const NOTIFICATION_KINDS = [
  "message.mentioned",
  "message.posted",
  "record.approval_requested",
  "webhook.failing",
  "webhook.disabled",
  "key.expiring",
  "usage.threshold",
  "audit_stream.paused",
  "invitation.received",
  "session.new_device",
  "approval.asked",
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

const ADMIN_KINDS: readonly NotificationKind[] = ["approval.asked"];

export function listKinds(isAdmin: boolean): readonly NotificationKind[] {
  return isAdmin ? NOTIFICATION_KINDS : NOTIFICATION_KINDS.filter((kind) => !ADMIN_KINDS.includes(kind));
}

export type Facts = Readonly<Record<string, string | number | null>>;

export interface Notification {
  id: string;
  kind: NotificationKind;
  subjectId: string;
  facts: Facts;
  createdAt: Date;
  isRead: boolean;
  requestId: string | null;
}

const SERVICE_KINDS: readonly NotificationKind[] = [
  "webhook.failing",
  "webhook.disabled",
  "key.expiring",
  "usage.threshold",
  "audit_stream.paused",
  "session.new_device",
];
export const NOTIFICATION_SOURCES = ["people", "service"] as const;
export type NotificationSource = (typeof NOTIFICATION_SOURCES)[number];

export function listKindsOf(source: NotificationSource): readonly NotificationKind[] {
  return NOTIFICATION_KINDS.filter((kind) => SERVICE_KINDS.includes(kind) === (source === "service"));
}

export const SECURITY_KINDS = ["session.new_device"] as const satisfies readonly NotificationKind[];

export function isSecurityKind(kind: NotificationKind): boolean {
  return (SECURITY_KINDS as readonly NotificationKind[]).includes(kind);
}

export const MAILED_OTHERWISE: NotificationKind = "invitation.received";

export const UNREAD_SHOWN_MAX = 99;

export function readNotificationId(text: string): string | null {
  return /^[1-9]\d{0,17}$/.test(text) ? text : null;
}

const DEVELOPER = "/settings/developer";

export function findTarget({ kind, subjectId, facts }: Pick<Notification, "kind" | "subjectId" | "facts">): string {
  switch (kind) {
    case "message.mentioned":
    case "message.posted":
      return facts["recordId"]
        ? `/rooms/${facts["roomId"]}/records/${facts["recordId"]}?comment=${subjectId}#${subjectId}`
        : `/rooms/${facts["roomId"]}?message=${subjectId}#${subjectId}`;
    case "record.approval_requested":
      return `/rooms/${facts["roomId"]}/records/${subjectId}`;
    case "webhook.failing":
    case "webhook.disabled":
      return `${DEVELOPER}/webhooks/${subjectId}`;
    case "key.expiring":
      return `${DEVELOPER}/api-keys/${subjectId}`;
    case "usage.threshold":
      return subjectId.startsWith("key_") ? `${DEVELOPER}/api-keys/${subjectId}` : `${DEVELOPER}/usage`;
    case "audit_stream.paused":
      return `${DEVELOPER}/audit-log/streams/${subjectId}`;
    case "invitation.received":
      return "/settings/organizations";
    case "session.new_device":
      return "/settings/account";
    case "approval.asked":
      return `/settings/admin/oauth-apps/clients/${subjectId}`;
  }
}

type KindKey<Kind = NotificationKind> = Kind extends `${infer Subject}.${infer What}` ? `${Subject}_${What}` : never;

export function keyOf<Kind extends NotificationKind>(kind: Kind): KindKey<Kind> {
  return kind.replaceAll(".", "_") as KindKey<Kind>;
}
