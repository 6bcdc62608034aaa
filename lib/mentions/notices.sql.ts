// SQL: part of the statements that mark texts as read.
export function readMentionNotices(p: { userId: string; now: string }, ofTexts: string): string {
  return `
    INSERT INTO notification_reads (user_id, notification_id, read_at)
    SELECT m.user_id, n.id, ${p.now} FROM room_members m
    JOIN notifications n ON n.audience = 'seat:' || m.room_id || ':' || m.user_id
    WHERE m.user_id = ${p.userId} AND ${ofTexts} AND n.kind = 'message.mentioned'
      AND NOT EXISTS (SELECT FROM notification_reads d WHERE d.user_id = m.user_id AND d.notification_id = n.id)
    ORDER BY n.id ON CONFLICT DO NOTHING RETURNING notification_id AS "notificationId"`;
}
