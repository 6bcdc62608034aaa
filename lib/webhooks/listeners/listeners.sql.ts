// SQL: locks and the queue.

import { isOpenSession, isVisibleTo } from "../../access/access.sql";
import { MANAGER_ROLE } from "../../access/roles";
import { isHeld } from "../../db/holds.sql";
import { boolean, instant, integer, nullable, present, statement, text, textArray, uuid } from "../../db/statement";
import { CLAIMED_DETAILS, CLAIMED_ROW, QUEUE } from "../delivery/deliveries.sql";

const IS_ALLOWED = `EXISTS (
    SELECT FROM room_members m WHERE m.room_id = r.id AND m.user_id = l.user_id AND m.role >= ${MANAGER_ROLE})
  AND coalesce((SELECT o.is_active FROM organizations o WHERE o.id = r.organization_id), true)
  AND ${isVisibleTo("l.user_id")}`;

/** The newest stream wins, but none replaces a later one of the same run: its request came late. */
export const TAKE_LISTENER = statement({
  name: "take_listener",
  params: { webhookId: text, streamId: text, at: instant, until: instant },
  row: { replacedId: nullable(text) },
  text: (p) => `
    WITH before AS (SELECT webhook_id, stream_id FROM webhook_listeners WHERE webhook_id = ${p.webhookId} FOR UPDATE)
    UPDATE webhook_listeners l SET stream_id = ${p.streamId}, used_at = ${p.at}, stream_until = ${p.until}
    FROM before b WHERE l.webhook_id = b.webhook_id
      AND CASE WHEN split_part(b.stream_id, '.', 2) = split_part(${p.streamId}, '.', 2)
        THEN split_part(b.stream_id, '.', 3)::int < split_part(${p.streamId}, '.', 3)::int ELSE true END
    RETURNING b.stream_id AS "replacedId"`,
});

export const RENEW_STREAMS = statement({
  name: "renew_listener_streams",
  params: { names: textArray, at: instant, streamUntil: instant },
  row: { id: text, isActive: boolean },
  text: (p) => `
    UPDATE webhook_listeners l SET used_at = ${p.at}, stream_until = ${p.streamUntil} FROM webhooks w
    WHERE l.webhook_id = ANY(ARRAY(SELECT split_part(given, ' ', 1) FROM unnest(${p.names}::text[]) AS given))
      AND l.webhook_id || ' ' || l.stream_id = ANY(${p.names}) AND w.id = l.webhook_id
    RETURNING l.webhook_id AS id, w.is_active AS "isActive"`,
});

/** A new stream begins where the last one stopped. Retries keep their time. */
export const VOID_CLAIMS = statement({
  name: "void_listener_claims",
  params: { webhookId: text },
  row: {},
  text: (p) => `
    UPDATE ${QUEUE} SET claimed_until = NULL WHERE id = ANY(ARRAY(
      SELECT id FROM ${QUEUE} WHERE webhook_id = ${p.webhookId} AND claimed_until IS NOT NULL FOR UPDATE SKIP LOCKED))`,
});

const IS_WAITING = "(claimed_until IS NOT NULL OR next_attempt_at IS NOT NULL)";
const HOLD = "SET state = 'HELD', next_attempt_at = NULL, claimed_until = NULL";

/**
 * Only the stream that has the listener holds its deliveries, so that it takes nothing from the next one. Held retries
 * use up no attempt.
 */
export const LEAVE_LISTENER = statement({
  name: "leave_listener",
  params: { webhookId: text, streamId: text, now: instant },
  row: {},
  text: (p) => `
    WITH done AS (
      UPDATE webhook_listeners SET stream_id = NULL, stream_until = NULL, used_at = ${p.now}
      WHERE webhook_id = ${p.webhookId} AND stream_id = ${p.streamId} RETURNING webhook_id
    )
    UPDATE ${QUEUE} ${HOLD} WHERE id = ANY(ARRAY(SELECT w.id FROM done CROSS JOIN LATERAL (
      SELECT id FROM ${QUEUE} WHERE webhook_id = done.webhook_id AND ${IS_WAITING} FOR UPDATE SKIP LOCKED) w))`,
});

export const HOLD_DELIVERIES = statement({
  name: "hold_listener_deliveries",
  params: { webhookIds: textArray, at: instant },
  row: {},
  text: (p) => `
    UPDATE ${QUEUE} ${HOLD} WHERE id = ANY(ARRAY(SELECT w.id FROM webhook_listeners l CROSS JOIN LATERAL (
      SELECT id FROM ${QUEUE} WHERE webhook_id = l.webhook_id AND ${IS_WAITING} FOR UPDATE SKIP LOCKED) w
      WHERE l.webhook_id = ANY(${p.webhookIds}) AND (l.stream_until IS NULL OR l.stream_until <= ${p.at})))`,
});

/** The claim counts in the entity's minute, never past its limit (§8). */
export const CLAIM_FOR_LISTENER = statement({
  name: "claim_for_listener",
  params: {
    webhookId: text,
    streamId: text,
    at: instant,
    minute: instant,
    free: integer,
    deliveriesMax: integer,
    claimedUntil: instant,
  },
  row: CLAIMED_ROW,
  text: (p) => `
  WITH fed AS (
    SELECT l.webhook_id AS id, r.billing_entity_id AS entity, least(${p.free}, ${p.deliveriesMax} - coalesce((
        SELECT given FROM delivery_minutes WHERE billing_entity_id = r.billing_entity_id AND minute = ${p.minute}), 0)) AS free
    FROM webhook_listeners l JOIN webhooks w ON w.id = l.webhook_id AND w.is_active JOIN rooms r ON r.id = w.room_id
    JOIN billing_entities b ON b.id = r.billing_entity_id AND b.suspension IS NULL
    WHERE l.webhook_id = ${p.webhookId} AND l.stream_id = ${p.streamId} AND l.stream_until > ${p.at} AND ${IS_ALLOWED}
    -- A stream that takes the listener waits for this claim, and then finds it.
    FOR SHARE OF l
  ), locked AS MATERIALIZED (
    SELECT d.id, d.created_at, f.entity FROM fed f CROSS JOIN LATERAL (
      SELECT id, created_at FROM ${QUEUE}
      WHERE webhook_id = f.id AND (next_attempt_at IS NULL OR next_attempt_at <= ${p.at})
        AND (claimed_until IS NULL OR claimed_until <= ${p.at})
      ORDER BY created_at, id LIMIT greatest(0, f.free) FOR UPDATE SKIP LOCKED) d
  ), ranked AS (
    SELECT id, row_number() OVER (ORDER BY created_at, id) AS n FROM locked
  ), given AS (
    INSERT INTO delivery_minutes AS m (billing_entity_id, minute, given, last_given)
    SELECT entity, ${p.minute}, count(*), count(*) FROM locked GROUP BY entity
    ON CONFLICT (billing_entity_id, minute) DO UPDATE
    SET last_given = least(excluded.given, ${p.deliveriesMax} - m.given), given = m.given + least(excluded.given, ${p.deliveriesMax} - m.given)
    RETURNING last_given
  ), claimed AS (
    UPDATE ${QUEUE} d SET claimed_until = ${p.claimedUntil}
    WHERE d.id = ANY(ARRAY(SELECT id FROM ranked WHERE n <= (SELECT last_given FROM given)))
    RETURNING d.*
  )
  ${CLAIMED_DETAILS}`,
});

export const FIND_DUE_LISTENERS = statement({
  name: "find_due_listeners",
  params: { webhookIds: textArray, now: instant },
  row: { id: text },
  text: (p) => `
    SELECT l.id FROM unnest(${p.webhookIds}::text[]) AS l(id) CROSS JOIN LATERAL (
      SELECT FROM ${QUEUE} WHERE webhook_id = l.id AND (next_attempt_at IS NULL OR next_attempt_at <= ${p.now})
        AND (claimed_until IS NULL OR claimed_until <= ${p.now}) ORDER BY created_at LIMIT 1) d`,
});

export const FIND_STREAM_OF_DELIVERY = statement({
  name: "find_stream_of_delivery",
  params: { webhookId: text, deliveryId: uuid, now: instant },
  row: { streamId: nullable(text) },
  text: (p) => `
    SELECT l.stream_id AS "streamId" FROM webhook_listeners l
    JOIN ${QUEUE} d ON d.id = ${p.deliveryId} AND d.webhook_id = l.webhook_id AND d.claimed_until > ${p.now}
    WHERE l.webhook_id = ${p.webhookId} AND l.stream_until > ${p.now}`,
});

export const FIND_STREAM = statement({
  name: "find_stream_of_listener",
  params: { webhookId: text, now: instant },
  row: { streamId: nullable(text) },
  text: (p) =>
    `SELECT stream_id AS "streamId" FROM webhook_listeners WHERE webhook_id = ${p.webhookId} AND stream_until > ${p.now}`,
});

export const IS_RECEIVER_AWAY = statement({
  name: "is_receiver_away",
  params: { webhookId: text, now: instant },
  row: { isAway: present(boolean) },
  text: (p) => `
    SELECT stream_until IS NULL OR stream_until <= ${p.now} AS "isAway" FROM webhook_listeners WHERE webhook_id = ${p.webhookId}`,
});

export const FIND_LAPSED_LISTENERS = statement({
  name: "find_lapsed_listeners",
  params: { now: instant, unusedSince: instant },
  row: { id: text, userId: text, roomId: text, entityId: text },
  readsAll: "each minute, of all listeners, which are few",
  text: (p) => `
    SELECT l.webhook_id AS id, l.user_id AS "userId", r.id AS "roomId", r.billing_entity_id AS "entityId"
    FROM webhook_listeners l JOIN webhooks w ON w.id = l.webhook_id JOIN rooms r ON r.id = w.room_id
    WHERE NOT ${isHeld("r.billing_entity_id")} AND (l.used_at < ${p.unusedSince}
      OR NOT EXISTS (SELECT FROM sessions s WHERE s.id = l.session_id AND ${isOpenSession(p.now)})
      OR NOT (${IS_ALLOWED}))`,
});

export const FIND_SILENT_LISTENERS = statement({
  name: "find_silent_listeners",
  params: { at: instant },
  row: { id: text },
  readsAll: "each minute, of all listeners, which are few",
  text: (p) => `
    SELECT l.webhook_id AS id FROM webhook_listeners l
    WHERE (l.stream_until IS NULL OR l.stream_until <= ${p.at})
      AND EXISTS (SELECT FROM ${QUEUE} d WHERE d.webhook_id COLLATE "C" = l.webhook_id AND d.next_attempt_at IS NOT NULL)`,
});
