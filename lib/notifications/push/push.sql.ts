// SQL: the queue, and membership is decided by the statement that reads.

import { isOpenSession } from "../../access/access.sql";
import { bigint, column, instant, integer, limit, narrowed, statement, text } from "../../db/statement";
import type { Locale } from "../../i18n/locale";
import { isStillWanted, NOTICE_COLUMNS, NOTICE_ROW, withReader } from "../notifications.sql";

/** A claim dates the next attempt, so a failure and a killed process need nothing more. */
export const CLAIM_PUSHES = statement({
  name: "claim_pushes",
  params: { at: instant, limit },
  row: { sessionId: text, notificationId: bigint, createdAt: instant, attempts: integer },
  text: (p) => `
    UPDATE notification_pushes w SET attempts = w.attempts + 1,
      due_at = ${p.at}::timestamptz + least(power(2, w.attempts), 240) * interval '1 minute'
    FROM (SELECT session_id, notification_id FROM notification_pushes WHERE due_at <= ${p.at}
      ORDER BY due_at LIMIT ${p.limit} FOR UPDATE SKIP LOCKED) AS due
    WHERE w.session_id = due.session_id AND w.notification_id = due.notification_id
    RETURNING w.session_id AS "sessionId", w.notification_id AS "notificationId", w.created_at AS "createdAt", w.attempts`,
});

export const FIND_PUSH_DEVICE = statement({
  name: "find_push_device",
  params: { sessionId: text, at: instant },
  row: { userId: text, locale: narrowed<Locale>()(text), ciphertext: text },
  text: (p) => `
    SELECT s.user_id AS "userId", u.locale, b.ciphertext
    FROM push_subscriptions b JOIN sessions s ON s.id = b.session_id JOIN users u ON u.id = s.user_id
    WHERE b.session_id = ${p.sessionId} AND ${isOpenSession(p.at)}`,
});

export const LIST_PUSHED_NOTIFICATIONS = statement({
  name: "list_pushed_notifications",
  params: { userId: text, ids: column(bigint) },
  row: NOTICE_ROW,
  text: (p) => `
    WITH ${withReader(p)}
    SELECT ${NOTICE_COLUMNS} FROM notifications n
    WHERE n.id = ANY(${p.ids}) AND ${isStillWanted(p, "unpushed")}
    ORDER BY n.id DESC`,
});
