// SQL: a lock.

import { boolean, nullable, statement, text } from "../db/statement";
import { MANAGER_ROLE } from "./roles";

/** Locks the text, so that the result is true now and not when the page was drawn. */
export function lockTextStatement(name: string, texts: "messages" | "record_comments") {
  return statement({
    name,
    params: { textId: text, roomId: text, userId: text },
    row: { body: text, authorId: nullable(text), isManager: boolean },
    text: (p) => `
      SELECT t.body, t.author_id AS "authorId", coalesce(s.role >= ${MANAGER_ROLE} AND r.room_type = 0, false) AS "isManager"
      FROM ${texts} t JOIN rooms r ON r.id = t.room_id JOIN room_members s ON s.room_id = t.room_id AND s.user_id = ${p.userId}
      WHERE t.id = ${p.textId} AND t.room_id = ${p.roomId} AND t.deleted_at IS NULL FOR NO KEY UPDATE OF t`,
  });
}
