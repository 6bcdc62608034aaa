// SQL: locks and the queue.

import { isOpenSession, isVisibleTo } from "../access/access.sql";
import { MANAGER_ROLE, OWNER_ROLE } from "../access/roles";
import { bigint, boolean, instant, integer, limit, statement, text, textArray } from "../db/statement";
import { MAILED_OTHERWISE, NOTIFICATION_MAILS_PER_HOUR } from "./notification";
import { IS_SECURITY, isForReader, isStillWanted, NOTICE_COLUMNS, NOTICE_ROW, withReader } from "./notifications.sql";

const peopleOf = (prefix: string, role: number) => `
    SELECT d.id, m.user_id FROM due d
    JOIN organizations o ON o.billing_entity_id = d.ref AND o.is_active
    JOIN organization_memberships m ON m.organization_id = o.id AND m.role >= ${role} WHERE d.whom = '${prefix}'
    UNION SELECT d.id, u.id FROM due d JOIN users u ON u.billing_entity_id = d.ref WHERE d.whom = '${prefix}'`;

/**
 * Finds the people of new notifications once; withReader decides again when the mail or the push is written. Only the
 * newest message of a room is sent, or a busy room of a thousand people would make a hundred thousand rows.
 */
export const SPREAD_NOTIFICATIONS = statement({
  name: "spread_notifications",
  params: { at: instant, since: instant, isMailConfigured: boolean, isPushConfigured: boolean, limit },
  row: { id: bigint },
  text: (p) => `
    WITH due AS (
      UPDATE notifications n SET spread_at = ${p.at}
      FROM (SELECT id FROM notifications WHERE spread_at IS NULL ORDER BY id LIMIT ${p.limit} FOR UPDATE SKIP LOCKED) AS next
      WHERE n.id = next.id
      RETURNING n.id, n.kind, n.subject_id, n.facts, n.created_at, split_part(n.audience, ':', 1) AS whom, split_part(n.audience, ':', 2) AS ref,
        split_part(n.audience, ':', 3) AS person
    ), people AS (
      SELECT d.id, d.ref AS user_id FROM due d WHERE d.whom = 'person'
      UNION SELECT d.id, u.id FROM due d JOIN users u ON u.is_admin WHERE d.whom = 'admins'
      UNION ${peopleOf("entity", MANAGER_ROLE)}
      UNION ${peopleOf("owners", OWNER_ROLE)}
      UNION SELECT d.id, m.user_id FROM due d JOIN rooms r ON r.id = d.ref AND r.room_type = 0
        JOIN room_members m ON m.room_id = r.id AND m.role >= ${MANAGER_ROLE} AND ${isVisibleTo("m.user_id")}
        WHERE d.whom = 'room' AND coalesce((SELECT o.is_active FROM organizations o WHERE o.id = r.organization_id), true)
      UNION SELECT d.id, m.user_id FROM due d JOIN room_members m ON m.room_id = d.ref AND m.user_id = d.person
        JOIN rooms r ON r.id = m.room_id AND ${isVisibleTo("m.user_id")} WHERE d.whom = 'seat'
      UNION ALL SELECT n.id, m.user_id FROM due n JOIN read_places p ON p.room_id = n.ref AND p.level = 'ALL' AND p.message_id < n.subject_id
        JOIN room_members m ON m.room_id = p.room_id AND m.user_id = p.user_id
        JOIN rooms r ON r.id = m.room_id AND ${isVisibleTo("m.user_id")}
        WHERE n.whom = 'all' AND n.id = (SELECT max(l.id) FROM due l WHERE l.whom = 'all' AND l.ref = n.ref)
          AND n.created_at > greatest(m.created_at, p.quiet_until) AND ${isForReader("m.user_id")}
    ), added AS (
      INSERT INTO notification_mails (user_id, notification_id, created_at)
      SELECT u.id, p.id, ${p.at} FROM people p JOIN due d ON d.id = p.id JOIN users u ON u.id = p.user_id
      WHERE ${p.isMailConfigured} AND d.created_at > ${p.since} AND d.kind <> '${MAILED_OTHERWISE}' AND NOT d.kind = ANY(u.unmailed_notifications)
      ON CONFLICT DO NOTHING
    ), pushed AS (
      INSERT INTO notification_pushes (session_id, notification_id, created_at, due_at)
      SELECT b.session_id, p.id, ${p.at}, ${p.at} FROM people p JOIN due d ON d.id = p.id JOIN users u ON u.id = p.user_id
      JOIN sessions s ON s.user_id = u.id JOIN push_subscriptions b ON b.session_id = s.id
      WHERE ${p.isPushConfigured} AND d.created_at > ${p.since} AND NOT d.kind = ANY(u.unpushed_notifications) AND ${isOpenSession(p.at)}
      FOR KEY SHARE OF b
      ON CONFLICT DO NOTHING
    )
    SELECT id FROM due`,
});

export const LOCK_MAILS_OF = statement({
  name: "lock_notification_mails_of",
  params: { userId: text },
  row: {},
  text: (p) => `SELECT FROM pg_advisory_xact_lock(hashtextextended(${p.userId}, 20271))`,
});

const isWaiting = (p: { since: string }) => `w.mail_id IS NULL AND w.created_at > ${p.since}`;

const hasMailLeft = (p: { at: string; since: string }, id: string) => `(
      SELECT count(DISTINCT q.mail_id) FROM notification_mails q
      WHERE q.user_id = ${id} AND q.queued_at > ${p.at}::timestamptz - interval '1 hour') <
      CASE WHEN EXISTS (
        SELECT FROM notification_mails w JOIN notifications n ON n.id = w.notification_id
        WHERE w.user_id = ${id} AND ${isWaiting(p)} AND ${IS_SECURITY})
      THEN ${NOTIFICATION_MAILS_PER_HOUR} ELSE ${NOTIFICATION_MAILS_PER_HOUR - 1} END`;

export const LIST_PEOPLE_WITH_MAIL = statement({
  name: "list_people_with_notification_mail",
  params: { at: instant, since: instant, last: text, limit },
  row: { id: text },
  text: (p) => `
    SELECT p.id FROM (SELECT DISTINCT w.user_id AS id FROM notification_mails w WHERE ${isWaiting(p)} AND w.user_id > ${p.last}) p
    WHERE ${hasMailLeft(p, "p.id")} ORDER BY p.id LIMIT ${p.limit}`,
});

export const TAKE_NOTIFICATIONS = statement({
  name: "take_notifications_for_mail",
  params: { at: instant, since: instant, userId: text, mailId: text },
  row: { id: bigint },
  text: (p) => `
    UPDATE notification_mails w SET mail_id = ${p.mailId}, queued_at = ${p.at}
    WHERE w.user_id = ${p.userId} AND ${isWaiting(p)} AND ${hasMailLeft(p, p.userId)}
    RETURNING w.notification_id AS id`,
});

export const LIST_MAILED_NOTIFICATIONS = statement({
  name: "list_mailed_notifications",
  params: { userId: text, mailId: text },
  row: NOTICE_ROW,
  text: (p) => `
    WITH ${withReader(p)}
    SELECT ${NOTICE_COLUMNS} FROM notification_mails w JOIN notifications n ON n.id = w.notification_id
    WHERE w.user_id = ${p.userId} AND w.mail_id = ${p.mailId} AND ${isStillWanted(p, "unmailed")}
    ORDER BY n.id DESC`,
});

export const STOP_MAILS = statement({
  name: "stop_notification_mails",
  params: { userId: text, kinds: textArray },
  row: { stopped: integer },
  text: (p) => `
    UPDATE users SET unmailed_notifications = ARRAY(SELECT DISTINCT kind FROM unnest(unmailed_notifications || ${p.kinds}) AS kind ORDER BY kind)
    WHERE id = ${p.userId} RETURNING 1 AS stopped`,
});
