// SQL: states of other tables become rows in one statement.

import { MANAGER_ROLE } from "../access/roles";
import { bigint, instant, json, type Placeholders, type Statement, statement, text } from "../db/statement";
import { isMuted } from "../mentions/level.sql";
import { WEBHOOK_FAILURE_NOTICES } from "../platform/limits";
import type { Facts, NotificationKind } from "./notification";

/** Audiences are texts: membership is decided when a person reads. */
const AUDIENCE = {
  room: (id: string) => `'room:' || ${id}`,
  entity: (id: string) => `'entity:' || ${id}`,
  owners: (id: string) => `'owners:' || ${id}`,
  person: (id: string) => `'person:' || ${id}`,
  admins: "'admins'",
};

interface Raising {
  audience: string;
  subject: string;
  occasion: string;
  since: (p: Window) => string;
  facts: string;
  from: (p: Window) => string;
  /** A flapping state must not fill an inbox, so one subject reaches one audience at most once a day. */
  isQuiet?: boolean;
  readsAll?: string;
}

export interface Raised {
  id: string;
  audience: string;
  subjectId: string;
  facts: Facts;
}
const WINDOW = { now: instant, since: instant };
type Window = Placeholders<keyof typeof WINDOW>;
type Raise = Statement<{ readonly now: Date | string; readonly since: Date | string }, Raised>;

const RAISED = { id: bigint, audience: text, subjectId: text, facts: json<Facts>() };
const RETURN_RAISED = 'RETURNING id, audience, subject_id AS "subjectId", facts';

const ofInstant = (at: string) => `(extract(epoch FROM ${at}) * 1000)::bigint`;

/** The states say what is due, so a crash loses nothing and a second run adds nothing. */
function raise(kind: NotificationKind, { audience, subject, occasion, since, facts, from, ...rest }: Raising): Raise {
  const quiet = (
    p: Window,
  ) => `AND NOT EXISTS (SELECT FROM notifications o WHERE o.subject_id = ${subject} AND o.kind = '${kind}'
      AND o.audience = ${audience} AND o.created_at > ${p.now}::timestamptz - interval '1 day')`;
  return statement({
    name: `raise_${kind.replaceAll(".", "_")}`,
    params: WINDOW,
    row: RAISED,
    ...(rest.readsAll === undefined ? {} : { readsAll: rest.readsAll }),
    text: (p) => `
    INSERT INTO notifications (key, kind, audience, subject_id, facts, created_at)
    SELECT '${kind}:' || ${subject} || ':' || ${occasion}, '${kind}', ${audience}, ${subject}, ${facts}, ${p.now}::timestamptz
    ${from(p)} AND ${since(p)} > ${p.since} ${rest.isQuiet ? quiet(p) : ""}
    ORDER BY 1 ON CONFLICT (key) DO NOTHING
    ${RETURN_RAISED}`,
  });
}

const [FAILING] = WEBHOOK_FAILURE_NOTICES;
const WEBHOOK_FACTS = "jsonb_build_object('name', w.name, 'room', r.name, 'failures', w.consecutive_failures)";

/** A success writes its time, which begins the next row of failures. */
const RAISE_WEBHOOK_FAILING = raise("webhook.failing", {
  audience: AUDIENCE.room("w.room_id"),
  subject: "w.id",
  occasion: ofInstant("coalesce(w.last_success_at, w.created_at)"),
  since: (p) => `${p.now}::timestamptz`,
  facts: WEBHOOK_FACTS,
  from: () => `FROM webhooks w JOIN rooms r ON r.id = w.room_id
    WHERE w.is_active AND w.url IS NOT NULL AND w.consecutive_failures >= ${FAILING}`,
  isQuiet: true,
});

const RAISE_WEBHOOK_DISABLED = raise("webhook.disabled", {
  audience: AUDIENCE.room("w.room_id"),
  subject: "w.id",
  occasion: ofInstant("w.disabled_at"),
  since: () => "w.disabled_at",
  facts: WEBHOOK_FACTS,
  from: () => `FROM webhooks w JOIN rooms r ON r.id = w.room_id
    WHERE NOT w.is_active AND w.url IS NOT NULL AND w.disabled_reason = 'failures'`,
});

export const KEY_NOTICE_DAYS = 7;

const RAISE_KEY_EXPIRING = raise("key.expiring", {
  audience: AUDIENCE.entity("k.billing_entity_id"),
  subject: "k.id",
  occasion: `d.days || ':' || ${ofInstant("k.expires_at")}`,
  since: () => "k.expires_at",
  facts: `jsonb_build_object('name', k.name, 'last4', k.last4, 'days', d.days, 'expiresAt', ${ofInstant("k.expires_at")})`,
  from: (p) => `FROM api_keys k CROSS JOIN (VALUES (${KEY_NOTICE_DAYS}), (1)) AS d(days)
    WHERE k.expires_at > ${p.now} AND k.expires_at <= ${p.now}::timestamptz + interval '${KEY_NOTICE_DAYS} days' AND k.revoked_at IS NULL
      AND k.expires_at <= ${p.now}::timestamptz + d.days * interval '1 day'
      AND (d.days = 1 OR k.expires_at > ${p.now}::timestamptz + interval '1 day')
      AND k.created_at <= k.expires_at - d.days * interval '1 day'
      AND NOT EXISTS (SELECT FROM api_keys n WHERE n.rotated_from_id = k.id)`,
});

const SHARES = "FROM usage_alerts a JOIN billing_entities e ON e.id = a.billing_entity_id";
const isHighest = (
  p: Window,
) => `a.percent >= 80 AND a.raised_at > ${p.since} AND NOT EXISTS (SELECT FROM usage_alerts h
      WHERE h.subject_id = a.subject_id AND h.month = a.month AND h.percent > a.percent)`;

const RAISE_USAGE_THRESHOLD = raise("usage.threshold", {
  audience: `CASE WHEN k.id IS NULL THEN ${AUDIENCE.owners("a.billing_entity_id")} ELSE ${AUDIENCE.entity("a.billing_entity_id")} END`,
  subject: "a.subject_id",
  occasion: "a.percent || ':' || a.month",
  since: () => "a.raised_at",
  facts: `jsonb_build_object('percent', a.percent, 'key', k.name, 'area', o.name)`,
  from: (
    p,
  ) => `${SHARES} LEFT JOIN api_keys k ON k.id = a.subject_id LEFT JOIN organizations o ON o.billing_entity_id = e.id
    WHERE ${isHighest(p)}`,
});

const RAISE_AUDIT_STREAM_PAUSED = raise("audit_stream.paused", {
  audience: AUDIENCE.entity("s.billing_entity_id"),
  subject: "s.id",
  occasion: ofInstant("s.paused_at"),
  since: () => "s.paused_at",
  facts: "jsonb_build_object('host', split_part(split_part(s.url, '://', 2), '/', 1), 'reason', s.paused_reason)",
  from: () => "FROM audit_streams s WHERE s.paused_at IS NOT NULL AND s.paused_reason IN ('failing', 'access')",
  readsAll: "an area has few streams",
});

const RAISE_INVITATION_RECEIVED = raise("invitation.received", {
  audience: AUDIENCE.person("u.id"),
  subject: "i.organization_id",
  occasion: "i.id",
  since: () => "i.created_at",
  facts: "jsonb_build_object('organization', o.name, 'by', s.name)",
  from: (p) => `FROM invitations i JOIN users u ON u.email = i.email
    JOIN organizations o ON o.id = i.organization_id AND o.is_active JOIN users s ON s.id = i.invited_by_id
    WHERE i.expires_at > ${p.now} AND i.reported_at IS NULL`,
  isQuiet: true,
});

const RAISE_SESSION_NEW_DEVICE = raise("session.new_device", {
  audience: AUDIENCE.person("s.user_id"),
  subject: "s.id",
  occasion: "'1'",
  since: () => "s.created_at",
  facts: "jsonb_build_object('userAgent', s.user_agent, 'device', s.device_name, 'place', s.place)",
  from: () => "FROM sessions s WHERE s.is_new_device",
});

const RAISE_RECORD_APPROVAL_REQUESTED = raise("record.approval_requested", {
  audience: "'seat:' || r.room_id || ':' || m.user_id",
  subject: "r.id",
  occasion: "a.id || ':' || m.user_id",
  since: () => "a.created_at",
  facts: "jsonb_build_object('by', u.name, 'roomId', r.room_id, 'room', o.name)",
  from: () => `FROM approvals a JOIN records r ON r.id = a.record_id JOIN rooms o ON o.id = r.room_id
    JOIN room_members m ON m.room_id = r.room_id AND m.role >= ${MANAGER_ROLE} AND m.user_id IS DISTINCT FROM a.requested_by_id
    LEFT JOIN users u ON u.id = a.requested_by_id
    WHERE a.status = 'REQUESTED'`,
});

const RAISE_APPROVAL_ASKED = raise("approval.asked", {
  audience: AUDIENCE.admins,
  subject: "d.id",
  occasion: "'1'",
  since: () => "d.asked_at",
  facts: "jsonb_build_object('host', split_part(split_part(d.url, '://', 2), '/', 1), 'by', d.by)",
  from: () => `FROM (
      SELECT c.id, c.url, min(q.created_at) AS asked_at, (array_agg(u.name ORDER BY q.created_at))[1] AS by
      FROM oauth_client_requests q JOIN oauth_client_documents c ON c.id = q.document_id
      JOIN users u ON u.id = q.user_id
      WHERE c.app_id IS NULL AND c.refused_at IS NULL GROUP BY c.id) d
    WHERE true`,
});

const MENTIONS_AT_ONCE = 5_000;

interface NamingTexts {
  kind: "message" | "comment";
  texts: string;
  facts: string;
  joins?: string;
  unread: string;
}

/**
 * Holds no word of the text, which can be edited or deleted while the notification stays. `@all` makes thousands of rows at once, so
 * they are found by their place: a join planned while the table was empty would compare each with all others.
 */
function raiseMentioned({ kind, texts, facts, joins = "", unread }: NamingTexts): Raise {
  const [mentions, textId] = [`${kind}_mentions`, `${kind}_id`];
  return statement({
    name: `raise_${kind}_mentioned`,
    params: WINDOW,
    row: RAISED,
    text: (p) => `
    WITH due AS (
      UPDATE ${mentions} n SET told_at = ${p.now}
      WHERE n.ctid = ANY(ARRAY(SELECT ctid FROM ${mentions} WHERE told_at IS NULL
        ORDER BY ${textId}, user_id LIMIT ${MENTIONS_AT_ONCE} FOR UPDATE SKIP LOCKED))
      RETURNING n.${textId}, n.user_id, n.room_id, n.created_at
    )
    INSERT INTO notifications (key, kind, audience, subject_id, facts, created_at)
    SELECT 'message.mentioned:' || d.${textId} || ':' || d.user_id, 'message.mentioned',
      'seat:' || d.room_id || ':' || d.user_id, d.${textId},
      jsonb_build_object('by', a.name, 'roomId', r.id, 'room', CASE WHEN r.room_type = 0 THEN r.name END) || ${facts}, ${p.now}::timestamptz
    FROM due d JOIN ${texts} m ON m.id = d.${textId} AND m.deleted_at IS NULL JOIN rooms r ON r.id = d.room_id
    LEFT JOIN users a ON a.id = m.author_id LEFT JOIN read_places p ON p.user_id = d.user_id AND p.room_id = d.room_id ${joins}
    WHERE d.created_at > ${p.since} AND NOT ${isMuted("p", "d.created_at")} ${unread}
    ORDER BY 1 ON CONFLICT (key) DO NOTHING ${RETURN_RAISED}`,
  });
}

/** An edit that names a person notifies them even if they have read the message. */
const RAISE_MESSAGE_MENTIONED = raiseMentioned({
  kind: "message",
  texts: "messages",
  facts: "'{}'",
  unread: "AND (p.message_id IS NULL OR p.message_id < d.message_id OR d.created_at > m.created_at)",
});

export const RAISE_COMMENT_MENTIONED = raiseMentioned({
  kind: "comment",
  texts: "record_comments",
  facts: "jsonb_build_object('recordId', m.record_id)",
  joins: `LEFT JOIN comment_places c ON c.record_id = m.record_id AND c.user_id = d.user_id
    LEFT JOIN comment_floors f ON f.user_id = d.user_id AND f.room_id = d.room_id`,
  unread: `AND (d.comment_id > coalesce(c.comment_id, '') AND d.comment_id >= coalesce(f.from_id, '')
      OR d.created_at > m.created_at)`,
});

export const RAISINGS: Readonly<Record<Exclude<NotificationKind, "message.posted">, Raise>> = {
  "message.mentioned": RAISE_MESSAGE_MENTIONED,
  "record.approval_requested": RAISE_RECORD_APPROVAL_REQUESTED,
  "webhook.failing": RAISE_WEBHOOK_FAILING,
  "webhook.disabled": RAISE_WEBHOOK_DISABLED,
  "key.expiring": RAISE_KEY_EXPIRING,
  "usage.threshold": RAISE_USAGE_THRESHOLD,
  "audit_stream.paused": RAISE_AUDIT_STREAM_PAUSED,
  "invitation.received": RAISE_INVITATION_RECEIVED,
  "session.new_device": RAISE_SESSION_NEW_DEVICE,
  "approval.asked": RAISE_APPROVAL_ASKED,
};
