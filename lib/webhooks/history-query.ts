import { sql } from "../platform/db";
import { notFound } from "../platform/errors";
import { isId } from "../platform/ids";
import type { PageRequest } from "../platform/page";
import { readPage } from "../platform/read-page";
import { ATTEMPT_COLUMNS, LIST_ATTEMPTS } from "./attempts.sql";
import type { DeliveryState, WebhookDelivery } from "./delivery";
import type { WebhookAccess } from "./open-webhook";

/** `/v1`: the history, newest first. */
export function listAttempts({ webhookId }: WebhookAccess, page: PageRequest): Promise<WebhookDelivery[]> {
  return readPage(LIST_ATTEMPTS, webhookId, page);
}

/** The newest attempt of a delivery; null: none was made yet. */
export async function findAttempt(deliveryId: string): Promise<WebhookDelivery | null> {
  const [row] = await sql<WebhookDelivery>(
    "find_attempt_of_delivery",
    `SELECT ${ATTEMPT_COLUMNS} FROM delivery_attempts a WHERE a.delivery_id = $1 ORDER BY a.id DESC LIMIT 1`,
    [deliveryId],
  );
  return row ?? null;
}

/** For the settings screen alone: what was sent and what came back. */
export interface AttemptDetail extends WebhookDelivery {
  url: string;
  payload: string;
  requestHeaders: Record<string, string>;
  responsePreview: string | null;
}

export async function readAttemptDetail({ webhookId }: WebhookAccess, attemptId: string): Promise<AttemptDetail> {
  const [row] = isId("whd", attemptId)
    ? await sql<AttemptDetail>(
        "read_attempt_detail",
        `SELECT ${ATTEMPT_COLUMNS}, a.payload, a.request_headers AS "requestHeaders", a.response_preview AS "responsePreview",
                (SELECT w.url FROM webhooks w WHERE w.id = a.webhook_id) AS url
         FROM delivery_attempts a WHERE a.id = $1 AND a.webhook_id = $2`,
        [attemptId, webhookId],
      )
    : [];
  if (!row) throw notFound();
  return row;
}

export interface DeliveryFilter {
  /** Of the newest delivery of an event. */
  state?: DeliveryState;
  event?: string;
  /** When the event's first delivery was made ready. */
  from?: Date;
  to?: Date;
}

/** One event as one webhook has met it: its first delivery, redeliveries, and all their attempts. */
export interface EventDeliveries {
  eventId: string;
  event: string;
  createdAt: Date;
  /** Of its newest delivery. */
  state: DeliveryState;
  nextAttemptAt: Date | null;
  isTest: boolean;
  /** Oldest first. */
  attempts: (WebhookDelivery & { isRedelivery: boolean })[];
}

export interface EventPage {
  events: EventDeliveries[];
  /** Pass it as `after` for the next page; null: this is the last one. */
  nextCursor: string | null;
}

interface EventRow extends Omit<EventDeliveries, "attempts"> {
  rootId: string;
}

/** The first delivery of each event stands for it, so that the order does not move while retries run. */
const LIST_EVENTS = `
  SELECT d.id AS "rootId", e.id AS "eventId", e.type AS event, d.created_at AS "createdAt", d.is_test AS "isTest",
         l.state::text AS state, l.next_attempt_at AS "nextAttemptAt"
  FROM deliveries d JOIN events e ON e.id = d.event_id
  CROSS JOIN LATERAL (
    SELECT x.state, x.next_attempt_at FROM deliveries x
    WHERE x.event_id = d.event_id AND x.webhook_id = d.webhook_id ORDER BY x.created_at DESC, x.id DESC LIMIT 1) l
  WHERE d.webhook_id = $1 AND (d.created_at, d.id) < ($2, $3)
    AND NOT EXISTS (SELECT 1 FROM deliveries x WHERE x.event_id = d.event_id AND x.webhook_id = d.webhook_id
                    AND (x.created_at, x.id) < (d.created_at, d.id))
    AND ($4::text IS NULL OR l.state::text = $4) AND ($5::text IS NULL OR e.type = $5)
    AND ($6::timestamptz IS NULL OR d.created_at >= $6) AND ($7::timestamptz IS NULL OR d.created_at < $7)
  ORDER BY d.created_at DESC, d.id DESC LIMIT $8`;

const END_OF_TIME = "9999-12-31T00:00:00.000Z";
const HIGHEST_UUID = "ffffffff-ffff-ffff-ffff-ffffffffffff";
const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Newest first. A cursor that is none begins at the newest. */
export async function listEventDeliveries(
  { webhookId }: WebhookAccess,
  { state, event, from, to }: DeliveryFilter,
  { limit, after }: PageRequest,
): Promise<EventPage> {
  const [, createdAt = END_OF_TIME, id = HIGHEST_UUID] = CURSOR.exec(after ?? "") ?? [];
  const filters = [state ?? null, event ?? null, from ?? null, to ?? null];
  const rows = await sql<EventRow>("list_event_deliveries", LIST_EVENTS, [
    webhookId,
    createdAt,
    id,
    ...filters,
    limit + 1,
  ]);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const attempts = await listAttemptsOf(
    webhookId,
    shown.map((row) => row.eventId),
  );
  return {
    events: shown.map(({ rootId: _, ...row }) => ({ ...row, attempts: attempts.get(row.eventId) ?? [] })),
    nextCursor: last ? `${last.createdAt.toISOString()}_${last.rootId}` : null,
  };
}

type GroupedAttempt = EventDeliveries["attempts"][number] & { groupId: string };

async function listAttemptsOf(
  webhookId: string,
  eventIds: readonly string[],
): Promise<Map<string, EventDeliveries["attempts"]>> {
  const rows = await sql<GroupedAttempt>(
    "list_attempts_of_events",
    `SELECT ${ATTEMPT_COLUMNS}, d.event_id AS "groupId", d.is_redelivery AS "isRedelivery"
     FROM deliveries d JOIN delivery_attempts a ON a.delivery_id = d.id
     WHERE d.event_id = ANY($1) AND d.webhook_id = $2 ORDER BY a.id`,
    [eventIds, webhookId],
  );
  const groups = new Map<string, EventDeliveries["attempts"]>();
  for (const { groupId, ...attempt } of rows) groups.set(groupId, [...(groups.get(groupId) ?? []), attempt]);
  return groups;
}
