// SQL: locks and the queue.

import { eraseStatement } from "../db/erase";
import { instant, integer, json, limit, narrowed, statement, text } from "../db/statement";
import type { Locale } from "../i18n/locale";
import type { MailFacts, MailKind } from "./mail";

export const CLAIM_MAILS = statement({
  name: "claim_mails",
  params: { at: instant, dueAt: instant, limit },
  row: {
    id: text,
    kind: narrowed<MailKind>()(text),
    recipient: text,
    locale: narrowed<Locale>()(text),
    facts: json<MailFacts>(),
    createdAt: instant,
    expiresAt: instant,
    attempts: integer,
  },
  text: (p) => `
    UPDATE mails m SET due_at = ${p.dueAt}, attempts = m.attempts + 1
    FROM (SELECT id FROM mails WHERE due_at <= ${p.at} ORDER BY due_at LIMIT ${p.limit} FOR UPDATE SKIP LOCKED) due
    WHERE m.id = due.id
    RETURNING m.id, m.kind, m.recipient, m.locale, m.facts, m.created_at AS "createdAt", m.expires_at AS "expiresAt",
      m.attempts`,
});

export const ERASE_OLD_MAILS = eraseStatement("erase_old_mails", {
  table: "mails",
  age: "created_at",
  // A mail belongs to the entity of its recipient. An address without an account has none.
  entity: "(SELECT u.billing_entity_id FROM users u WHERE u.email = t.recipient)",
});
