// SQL: membership is decided by the statement that reads.

import { isVisibleTo } from "../access/access.sql";
import { MANAGER_ROLE, OWNER_ROLE } from "../access/roles";
import { eraseStatement } from "../db/erase";
import {
  bigint,
  boolean,
  column,
  instant,
  integer,
  json,
  limit,
  narrowed,
  nullable,
  statement,
  text,
  textArray,
} from "../db/statement";
import { type Facts, type NotificationKind, SECURITY_KINDS, UNREAD_SHOWN_MAX } from "./notification";

export const IS_SECURITY = `n.kind = ANY('{${SECURITY_KINDS.join(",")}}'::text[])`;

/** Few rooms have notices, so each of the others costs one lookup instead of three. OFFSET keeps this order. */
const roomsWithNotices = (p: { userId: string }, audience: string, condition = "true") => `(
      SELECT s.room_id FROM room_members s WHERE s.user_id = ${p.userId} AND ${condition}
        AND (SELECT t.id FROM notifications t WHERE t.audience = ${audience}
             ORDER BY t.audience DESC, t.id DESC LIMIT 1) IS NOT NULL
      OFFSET 0)`;

/** Membership is decided now, so a role that ended takes its notifications along. */
export const withReader = (p: { userId: string }) => `
  reader AS (
    SELECT id, is_admin, billing_entity_id, muted_notifications AS muted, unmailed_notifications AS unmailed, unpushed_notifications AS unpushed
    FROM users WHERE id = ${p.userId}),
  managed AS (
    SELECT o.billing_entity_id AS entity, m.role FROM organization_memberships m
    JOIN organizations o ON o.id = m.organization_id AND o.is_active WHERE m.user_id = ${p.userId} AND m.role >= ${MANAGER_ROLE}
  ), audiences AS (
    SELECT 'all:' || s.room_id AS name, greatest(s.created_at, p.quiet_until) AS since, coalesce((
        SELECT max(t.id) FROM notifications t WHERE t.subject_id = p.message_id AND t.kind = 'message.posted'), 0) AS seen_to
    FROM read_places p JOIN room_members s ON s.user_id = p.user_id AND s.room_id = p.room_id
    CROSS JOIN LATERAL (SELECT id, organization_id FROM rooms WHERE id = p.room_id OFFSET 0) r
    WHERE p.user_id = ${p.userId} AND p.level = 'ALL' AND ${isVisibleTo(p.userId)}
    UNION ALL SELECT name, NULL, 0 FROM (
    SELECT 'person:' || id AS name FROM reader
    UNION ALL SELECT a.prefix || billing_entity_id FROM reader CROSS JOIN (VALUES ('entity:'), ('owners:')) AS a(prefix)
    UNION ALL SELECT 'admins' FROM reader WHERE is_admin
    UNION ALL SELECT 'entity:' || entity FROM managed
    UNION ALL SELECT 'owners:' || entity FROM managed WHERE role >= ${OWNER_ROLE}
    UNION ALL SELECT 'room:' || r.id FROM ${roomsWithNotices(p, "'room:' || s.room_id", `s.role >= ${MANAGER_ROLE}`)} m
      CROSS JOIN LATERAL (SELECT id, organization_id FROM rooms WHERE id = m.room_id AND room_type = 0 OFFSET 0) r
      WHERE ${isVisibleTo(p.userId)}
        AND coalesce((SELECT o.is_active FROM organizations o WHERE o.id = r.organization_id), true)
    UNION ALL SELECT 'seat:' || r.id || ':' || ${p.userId} FROM ${roomsWithNotices(p, "'seat:' || s.room_id || ':' || s.user_id")} m
      CROSS JOIN LATERAL (SELECT id, organization_id FROM rooms WHERE id = m.room_id OFFSET 0) r
      WHERE ${isVisibleTo(p.userId)}) q
  )`;

export const isForReader = (userId: string) => `n.facts ->> 'byId' IS DISTINCT FROM ${userId}
      AND NOT EXISTS (SELECT FROM message_mentions o WHERE o.message_id = n.subject_id AND o.user_id = ${userId})`;

const newest = (condition: string, maxRows: string) => `
  FROM audiences a CROSS JOIN LATERAL (
    SELECT * FROM notifications n WHERE n.audience = a.name AND ${condition} AND (a.since IS NULL OR n.created_at > a.since AND ${isForReader("(SELECT id FROM reader)")})
      AND (${IS_SECURITY} OR NOT n.kind = ANY((SELECT muted FROM reader)::text[]))
    ORDER BY n.audience DESC, n.id DESC LIMIT ${maxRows}) n`;
const APPROVAL_ID = "split_part(n.key, ':', 3)";
/**
 * The state of the approval decides whether its notice waits: a mark that is written with the decision would miss a
 * notice that is raised at the same moment. Its id is the occasion in the key.
 */
const WAITS_NO_MORE = `n.kind = 'record.approval_requested'
  AND (SELECT a.status FROM approvals a WHERE a.id = ${APPROVAL_ID}) IS DISTINCT FROM 'REQUESTED'`;
export const isUnread = (p: { userId: string }) => `(
  NOT EXISTS (SELECT FROM notification_reads d WHERE d.user_id = ${p.userId} AND d.notification_id = n.id) AND NOT (${WAITS_NO_MORE})
  AND NOT (n.kind = 'message.posted' AND n.subject_id <= coalesce((
    SELECT p.message_id FROM read_places p WHERE p.user_id = ${p.userId} AND p.room_id = n.facts ->> 'roomId'), '')))`;

export const NOTICE_ROW = {
  id: bigint,
  kind: narrowed<NotificationKind>()(text),
  subjectId: text,
  facts: json<Facts>(),
  createdAt: instant,
};
export const NOTICE_COLUMNS = `n.id, n.kind, n.subject_id AS "subjectId", n.facts, n.created_at AS "createdAt"`;

/** A notification about the safety of the account counts as unread: an intruder may have read it. */
export const isStillWanted = (p: { userId: string }, unwanted: "unmailed" | "unpushed") => `
  n.audience IN (SELECT name FROM audiences) AND NOT n.kind = ANY((SELECT ${unwanted} FROM reader)::text[])
      AND (${IS_SECURITY} OR ${isUnread(p)})`;

export const LIST_NOTIFICATIONS = statement({
  name: "list_notifications",
  params: { userId: text, kinds: textArray, after: nullable(bigint), limit },
  row: { ...NOTICE_ROW, isRead: boolean, requestId: nullable(text) },
  text: (p) => `
    WITH ${withReader(p)}
    SELECT ${NOTICE_COLUMNS}, NOT ${isUnread(p)} AS "isRead",
      CASE WHEN n.kind = 'record.approval_requested' AND NOT (${WAITS_NO_MORE}) THEN ${APPROVAL_ID} END AS "requestId"
    ${newest(`n.kind = ANY(${p.kinds}) AND (${p.after}::bigint IS NULL OR n.id < ${p.after})`, p.limit)} ORDER BY n.id DESC LIMIT ${p.limit}`,
});

export const COUNT_UNREAD_NOTIFICATIONS = statement({
  name: "count_unread_notifications",
  params: { userId: text },
  row: { count: integer },
  text: (p) => `
    WITH ${withReader(p)}
    SELECT count(*)::int AS count FROM (SELECT n.id ${newest(`n.id > a.seen_to AND ${isUnread(p)}`, String(UNREAD_SHOWN_MAX + 1))}
      LIMIT ${UNREAD_SHOWN_MAX + 1}) n`,
});

export const FIND_NOTIFICATION = statement({
  name: "find_notification",
  params: { userId: text, notificationId: bigint },
  row: { kind: narrowed<NotificationKind>()(text), subjectId: text, facts: json<Facts>() },
  text: (p) => `
    WITH ${withReader(p)}
    SELECT n.kind, n.subject_id AS "subjectId", n.facts FROM notifications n
    WHERE n.id = ${p.notificationId} AND n.audience IN (SELECT name FROM audiences)`,
});

export const MARK_NOTIFICATIONS_READ = statement({
  name: "mark_notifications_read",
  params: { userId: text, newestId: bigint, only: nullable(column(bigint)), now: instant, limit },
  row: { notificationId: bigint },
  text: (p) => `
    WITH ${withReader(p)}
    INSERT INTO notification_reads (user_id, notification_id, read_at)
    SELECT ${p.userId}, n.id, ${p.now} 
      ${newest(`n.id <= ${p.newestId} AND n.id > a.seen_to AND (${p.only}::bigint[] IS NULL OR n.id = ANY(${p.only})) AND ${isUnread(p)}`, p.limit)} ORDER BY n.id
    ON CONFLICT DO NOTHING RETURNING notification_id AS "notificationId"`,
});

export const ERASE_OLD_NOTIFICATIONS = eraseStatement("erase_old_notifications", {
  table: "notifications",
  age: "created_at",
  entity: `CASE split_part(t.audience, ':', 1)
    WHEN 'entity' THEN split_part(t.audience, ':', 2)
    WHEN 'owners' THEN split_part(t.audience, ':', 2)
    WHEN 'room' THEN (SELECT r.billing_entity_id FROM rooms r WHERE r.id = split_part(t.audience, ':', 2))
    WHEN 'all' THEN (SELECT r.billing_entity_id FROM rooms r WHERE r.id = split_part(t.audience, ':', 2))
    WHEN 'seat' THEN (SELECT r.billing_entity_id FROM rooms r WHERE r.id = split_part(t.audience, ':', 2))
    WHEN 'person' THEN (SELECT u.billing_entity_id FROM users u WHERE u.id = split_part(t.audience, ':', 2)) END`,
});
