import { lockTextStatement } from "../access/authorship.sql";
import { instant, statement, text } from "../db/statement";

export const LOCK_MESSAGE = lockTextStatement("lock_message", "messages");

/** Later than the creation by a millisecond at least: by that a page knows that a message was edited. */
const changedAt = (at: string) => `greatest(${at}, m.created_at + interval '1 millisecond')`;

/** The change has a row of its own, from which every process tells open pages: messages need no index for it. */
const noteChange = (at: string) => `
  INSERT INTO message_changes (message_id, room_id, changed_at) SELECT id, room_id, ${at} FROM changed
  ON CONFLICT (message_id) DO UPDATE SET changed_at = excluded.changed_at RETURNING message_id AS id`;

export const EDIT_MESSAGE = statement({
  name: "edit_message",
  params: [text, text, instant],
  row: { id: text },
  text: `
    WITH changed AS (
      UPDATE messages m SET body = $2, updated_at = ${changedAt("$3")} WHERE m.id = $1 RETURNING m.id, m.room_id
    ) ${noteChange("$3")}`,
});

/** The text is erased. The row keeps the place of the message for its replies, and its key, so that no resend posts it again. */
export const DELETE_MESSAGE = statement({
  name: "delete_message",
  params: [text, instant],
  row: { id: text },
  text: `
    WITH changed AS (
      UPDATE messages m SET body = '', deleted_at = $2, updated_at = ${changedAt("$2")} WHERE m.id = $1
      RETURNING m.id, m.room_id
    ) ${noteChange("$2")}`,
});
