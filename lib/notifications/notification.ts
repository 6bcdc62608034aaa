/** In the order of the preferences. */
export const NOTIFICATION_KINDS = [
  "message.mentioned",
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

/** Only administrators get these. */
const ADMIN_KINDS: readonly NotificationKind[] = ["approval.asked"];

export function listKinds(isAdmin: boolean): readonly NotificationKind[] {
  return isAdmin ? NOTIFICATION_KINDS : NOTIFICATION_KINDS.filter((kind) => !ADMIN_KINDS.includes(kind));
}

/** Values of its sentence, as they were when it arose: names change, and things are deleted. */
export type Facts = Readonly<Record<string, string | number | null>>;

export interface Notification {
  id: string;
  kind: NotificationKind;
  subjectId: string;
  facts: Facts;
  createdAt: Date;
  isRead: boolean;
}

/** About the safety of an account: always in the app, and never held back by the limit of other mails. */
export const SECURITY_KINDS = ["session.new_device"] as const satisfies readonly NotificationKind[];

export function isSecurityKind(kind: NotificationKind): boolean {
  return (SECURITY_KINDS as readonly NotificationKind[]).includes(kind);
}

/** Its mail goes out with the invitation itself, also to people without an account. */
export const MAILED_OTHERWISE: NotificationKind = "invitation.received";

export const UNREAD_SHOWN_MAX = 99;

/** A row's number, as in a URL. null: none. */
export function readNotificationId(text: string): string | null {
  return /^[1-9]\d{0,17}$/.test(text) ? text : null;
}

const DEVELOPER = "/settings/developer";

/** The place of the thing that the notification is about. */
export function findTarget({ kind, subjectId, facts }: Pick<Notification, "kind" | "subjectId" | "facts">): string {
  switch (kind) {
    case "message.mentioned":
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
