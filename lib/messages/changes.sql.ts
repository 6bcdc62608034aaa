// SQL: a lock, and upserts in the same statement as the change.
import { lockTextStatement } from "../access/authorship.sql";
import { instant, statement, text } from "../db/statement";

export const LOCK_MESSAGE = lockTextStatement("lock_message", "messages");

/** Pages read a message with `updatedAt` later than `createdAt` as edited, so an edit is at least a millisecond later. */
const changedAt = (at: string) => `greatest(${at}, m.created_at + interval '1 millisecond')`;

/** Other processes read changes from these rows and inform their open pages; `messages` needs no index for it. */
const recordChange = (at: string) => `
  INSERT INTO message_changes (message_id, room_id, changed_at) SELECT id, room_id, ${at} FROM changed
  ON CONFLICT (message_id) DO UPDATE SET changed_at = excluded.changed_at RETURNING message_id AS id`;

export const EDIT_MESSAGE = statement({
  name: "edit_message",
  params: { messageId: text, body: text, at: instant },
  row: { id: text },
  text: (p) => `
    WITH changed AS (
      UPDATE messages m SET body = ${p.body}, updated_at = ${changedAt(p.at)} WHERE m.id = ${p.messageId} RETURNING m.id, m.room_id
    ) ${recordChange(p.at)}`,
});

/** The row stays for its replies and for its draft key, so that a resend does not post the message again. */
export const DELETE_MESSAGE = statement({
  name: "delete_message",
  params: { messageId: text, at: instant },
  row: { id: text },
  text: (p) => `
    WITH changed AS (
      UPDATE messages m SET body = '', deleted_at = ${p.at}, updated_at = ${changedAt(p.at)} WHERE m.id = ${p.messageId}
      RETURNING m.id, m.room_id
    ) ${recordChange(p.at)}`,
});
