// SQL: the message and webhook benches measure these.
import {
  boolean,
  column,
  instant,
  integer,
  json,
  limit,
  narrowed,
  nullable,
  present,
  statement,
  text,
  uuid,
} from "../db/statement";
import { type Plan, WEBHOOK_API_VERSION_V1, type WEBHOOK_API_VERSION_V2 } from "../platform/limits";

type ApiVersion = typeof WEBHOOK_API_VERSION_V1 | typeof WEBHOOK_API_VERSION_V2;

export const HOST = "split_part(w.url, '/', 3)";

const IS_DUE = "w.is_active AND w.url IS NOT NULL";

/** A new delivery must not overtake one that waits. */
const IS_NEXT = `(
  SELECT q.id FROM partitions.deliveries_waiting q
  WHERE q.webhook_id COLLATE "C" = w.id AND q.next_attempt_at <= e.at AND (q.claimed_until IS NULL OR q.claimed_until <= e.at)
  ORDER BY q.webhook_id COLLATE "C", q.next_attempt_at LIMIT 1) IS NULL`;

const ofClaimed = (expression: string) => `CASE WHEN p.claimed_until IS NOT NULL THEN (${expression}) END`;
const secretOf = (role: "CURRENT" | "NEXT") =>
  ofClaimed(`SELECT ciphertext FROM webhook_secrets WHERE webhook_id = p.webhook_id AND role = '${role}'`);

/**
 * The locks have one order: webhooks, minutes, ledger. An event that held its minute while it waited for a webhook that
 * is being deleted would deadlock with a claim. The count of the minute never passes its limit (§8).
 */
export const RECORD_EVENTS = statement({
  name: "record_events",
  params: {
    ids: column(text),
    types: column(text),
    roomIds: column(text),
    organizationIds: column(nullable(text)),
    objectTypes: column(text),
    objectIds: column(text),
    v1Data: column(nullable(json<string>())),
    ats: column(instant),
    entityIds: column(text),
    claimEnds: column(nullable(instant)),
    fullHosts: column(text),
    traceIds: column(nullable(uuid)),
    minute: instant,
    deliveriesMax: integer,
    idPrefix: text,
  },
  row: {
    eventId: text,
    id: uuid,
    webhookId: text,
    isDue: present(boolean),
    isForListener: present(boolean),
    isBeyondLimit: present(boolean),
    lease: nullable(text),
    plan: nullable(narrowed<Plan>()(text)),
    seats: nullable(integer),
    host: nullable(text),
    url: nullable(text),
    apiVersion: narrowed<ApiVersion>()(text),
    sealedHeaders: json<Record<string, string>>(),
    standardHeaders: boolean,
    rotationEndsAt: nullable(instant),
    currentSecret: nullable(text),
    nextSecret: nullable(text),
    /** The order of members is as stored, so that every attempt sends the same bytes. */
    v1Data: nullable(json<unknown>()),
  },
  text: (p) => `
  WITH given AS (
    SELECT * FROM unnest(${p.ids}::text[], ${p.types}::text[], ${p.roomIds}::text[], ${p.organizationIds}::text[], ${p.objectTypes}::text[], ${p.objectIds}::text[], ${p.v1Data}::jsonb[],
      ${p.ats}::timestamptz[], ${p.entityIds}::text[], ${p.claimEnds}::timestamptz[], ${p.fullHosts}::text[], ${p.traceIds}::uuid[]) WITH ORDINALITY
      AS e(id, type, room_id, organization_id, object_type, object_id, v1_data, at, entity_id, claim_until, full_hosts, trace_id, n)
  ), event AS (
    INSERT INTO events (id, type, room_id, organization_id, object_type, object_id, v1_data, created_at)
    SELECT id, type, room_id, organization_id, object_type, object_id, v1_data, at FROM given
  ), wanted AS MATERIALIZED (
    SELECT (${p.idPrefix}::text || substr(gen_random_uuid()::text, 16))::uuid AS id, e.id AS event_id, e.type, e.at, e.object_type, e.object_id, e.v1_data, e.entity_id,
           e.claim_until, e.trace_id, w.id AS webhook_id, w.url, w.api_version, w.custom_headers, w.standard_headers,
           w.rotation_ends_at, ${IS_DUE} AS is_due, b.plan, b.seats,
           row_number() OVER (PARTITION BY e.entity_id, b.plan IS NULL ORDER BY e.n) AS turn
    -- A join that was planned while there were few webhooks would read all of them.
    FROM given e CROSS JOIN LATERAL (
      SELECT id, url, is_active, api_version, custom_headers, standard_headers, rotation_ends_at
      FROM webhooks WHERE room_id = e.room_id AND e.type = ANY(events) OFFSET 0 FOR KEY SHARE) w
    -- With its payer: those that this process may claim.
    LEFT JOIN LATERAL (
      SELECT plan::text AS plan, seats FROM billing_entities
      WHERE id = e.entity_id AND suspension IS NULL AND e.claim_until IS NOT NULL AND ${IS_DUE}
        AND ${HOST} <> ALL(string_to_array(e.full_hosts, ' ')) AND ${IS_NEXT} OFFSET 0) b ON true
  ), counted AS (
    INSERT INTO delivery_minutes AS m (billing_entity_id, minute, given, last_given)
    SELECT entity_id, ${p.minute}, least(count(*), ${p.deliveriesMax}::int), least(count(*), ${p.deliveriesMax}) FROM wanted WHERE plan IS NOT NULL
    GROUP BY entity_id ORDER BY entity_id
    ON CONFLICT (billing_entity_id, minute) DO UPDATE
    SET last_given = least(excluded.given, ${p.deliveriesMax} - m.given), given = m.given + least(excluded.given, ${p.deliveriesMax} - m.given)
    RETURNING billing_entity_id, last_given
  ), placed AS MATERIALIZED (
    SELECT *, CASE WHEN plan IS NOT NULL
      AND turn <= ((SELECT jsonb_object_agg(billing_entity_id, last_given) FROM counted) -> entity_id)::int
      THEN claim_until END AS claimed_until
    FROM wanted
  ), queued AS (
    INSERT INTO partitions.deliveries_waiting (id, webhook_id, event_id, event_type, event_at, object_type, object_id,
      v1_data, billing_entity_id, state, next_attempt_at, claimed_until, created_at, trace_id)
    SELECT id, webhook_id, event_id, type, at, object_type, object_id, v1_data, entity_id,
      (CASE WHEN is_due THEN 'PENDING' ELSE 'HELD' END)::delivery_state,
      CASE WHEN is_due THEN at END, claimed_until, at, trace_id
    FROM placed
  )
  SELECT p.event_id AS "eventId", p.id, p.webhook_id AS "webhookId", p.is_due AS "isDue", p.url IS NULL AS "isForListener",
    p.plan IS NOT NULL AND p.claimed_until IS NULL AS "isBeyondLimit", p.claimed_until::text AS lease, p.plan, p.seats,
    split_part(p.url, '/', 3) AS host, p.url, p.api_version AS "apiVersion", p.custom_headers AS "sealedHeaders",
    p.standard_headers AS "standardHeaders", p.rotation_ends_at AS "rotationEndsAt",
    ${secretOf("CURRENT")} AS "currentSecret", ${secretOf("NEXT")} AS "nextSecret",
    CASE WHEN p.api_version = '${WEBHOOK_API_VERSION_V1}' THEN p.v1_data END AS "v1Data"
  FROM placed p`,
});

const EVENT = `id, type, room_id AS "roomId", organization_id AS "organizationId", object_type AS "objectType",
  object_id AS "objectId", created_at AS "createdAt"`;

const EVENT_ROW = {
  id: text,
  type: text,
  roomId: text,
  organizationId: nullable(text),
  objectType: text,
  objectId: text,
  createdAt: instant,
};

const NEWEST_EVENTS = (
  p: Record<"since" | "roomId" | "createdAt" | "id" | "limit", string>,
) => `created_at >= ${p.since} AND room_id >= ${p.roomId} AND (room_id, created_at, id) < (${p.roomId}, ${p.createdAt}, ${p.id})
  ORDER BY room_id DESC, created_at DESC, id DESC LIMIT ${p.limit}`;

export const LIST_EVENTS = statement({
  name: "list_events",
  params: { roomId: text, createdAt: instant, id: text, limit, since: instant },
  row: EVENT_ROW,
  text: (p) => `SELECT ${EVENT} FROM events WHERE ${NEWEST_EVENTS(p)}`,
});

export const LIST_EVENTS_OF_TYPE = statement({
  name: "list_events_of_type",
  params: { roomId: text, createdAt: instant, id: text, limit, since: instant, type: text },
  row: EVENT_ROW,
  text: (p) => `SELECT ${EVENT} FROM events WHERE type = ${p.type} AND ${NEWEST_EVENTS(p)}`,
});
