import type { TestDatabase } from "../support/scenes/database";
import type { Receiver } from "../support/servers/receiver";

export interface Losses {
  lost: string[];
  doubled: string[];
}

/** An acknowledged write; its Idempotency-Key is the body of the message, too. */
export interface Acknowledged {
  id: string;
  atMs: number;
}

interface Stored {
  id: string;
  body: string;
  events: number;
}

export async function checkWrites(
  database: TestDatabase,
  name: string,
  acknowledged: ReadonlyMap<string, Acknowledged>,
): Promise<Losses> {
  const rows = await database.query<Stored>(
    `SELECT m.id, m.body, (SELECT count(*) FROM events e WHERE e.object_id = m.id)::int AS events
     FROM messages m WHERE m.body LIKE $1`,
    [`${name}/%`],
  );
  const stored = new Map(rows.map((row) => [row.body, row]));
  const lost: string[] = [];
  for (const [key, { id }] of acknowledged) {
    const row = stored.get(key);
    if (row?.id !== id) lost.push(`${key} was acknowledged as ${id} and is ${row?.id ?? "missing"}`);
    if (row?.events !== 1) lost.push(`${key} has ${row?.events ?? 0} events`);
  }
  const doubled = rows
    .filter(({ body, id }) => stored.get(body)?.id !== id)
    .map(({ body }) => `${body} is there twice`);
  const unknown = rows.filter(({ body }) => !acknowledged.has(body)).map(({ body }) => `${body} was not acknowledged`);
  return { lost, doubled: [...doubled, ...unknown] };
}

export interface Arrival {
  deliveryId: string;
  atMs: number;
}

export function readArrivals({ received }: Receiver): Map<string, Arrival[]> {
  const arrivals = new Map<string, Arrival[]>();
  for (const { body, headers, atMs } of received) {
    const { data } = JSON.parse(body.toString()) as { data: { object: { id: string } } };
    const { id } = data.object;
    arrivals.set(id, [...(arrivals.get(id) ?? []), { deliveryId: String(headers["svc-webhook-delivery"]), atMs }]);
  }
  return arrivals;
}

/** Each event arrives at least once, and again under the id of its delivery alone. */
export function checkArrivals(receiver: Receiver, acknowledged: ReadonlyMap<string, Acknowledged>) {
  const arrivals = readArrivals(receiver);
  const lost: string[] = [];
  const doubled: string[] = [];
  let latestMs = 0;
  for (const [key, { id, atMs }] of acknowledged) {
    const [first, ...again] = arrivals.get(id) ?? [];
    if (!first) {
      lost.push(`the event of ${key} did not arrive`);
      continue;
    }
    latestMs = Math.max(latestMs, first.atMs - atMs);
    if (again.some(({ deliveryId }) => deliveryId !== first.deliveryId)) doubled.push(`${key} has two deliveries`);
  }
  return { lost, doubled, latestMs };
}

export async function checkBooks(database: TestDatabase, acceptedRuns: ReadonlySet<string>): Promise<string[]> {
  const problems: string[] = [];
  const expectNone = async (sentence: string, sql: string, values: readonly unknown[] = []) => {
    const rows = await database.query(sql, values);
    if (rows.length > 0) problems.push(`${sentence}: ${JSON.stringify(rows.slice(0, 5))}`);
  };
  await expectNone(
    "a delivery has not ended well",
    `SELECT d.id, d.state FROM deliveries d WHERE d.state <> 'SUCCEEDED'
       OR NOT EXISTS (SELECT 1 FROM delivery_attempts a WHERE a.delivery_id = d.id AND a.success)`,
  );
  // A write that was killed after its COMMIT is paid by its reservation, which waits for the sweep.
  await expectNone(
    "units, audit log and ledger differ",
    `SELECT * FROM (SELECT l.billing_entity_id,
       l.confirmed + (SELECT coalesce(sum(units), 0) FROM unit_reservations r
         WHERE r.billing_entity_id = l.billing_entity_id AND is_confirmed) AS ledger,
       (SELECT coalesce(sum(units_cost), 0) FROM audit_log a WHERE a.billing_entity_id = l.billing_entity_id)
         + (SELECT count(*) FROM delivery_attempts d JOIN webhooks w ON w.id = d.webhook_id
            JOIN rooms o ON o.id = w.room_id WHERE o.billing_entity_id = l.billing_entity_id) AS audit,
       (SELECT json_agg(DISTINCT surface) FROM audit_log a WHERE a.billing_entity_id = l.billing_entity_id) AS surfaces
       FROM unit_ledger l) sums
     WHERE ledger <> audit`,
  );
  await expectNone(
    "a request has two audit rows",
    "SELECT request_id FROM audit_log WHERE status < 400 AND units_cost > 0 AND surface = 'v1' GROUP BY 1 HAVING count(*) > 1",
  );
  await expectNone(
    "an agent run has not ended well",
    "SELECT id, state, reason_code FROM agent_runs WHERE state <> 'SUCCEEDED' OR jsonb_array_length(written) <> 1",
  );
  await expectNone(
    "an accepted agent run is missing",
    "SELECT id FROM unnest($1::text[]) AS id WHERE NOT EXISTS (SELECT 1 FROM agent_runs r WHERE r.id = id)",
    [[...acceptedRuns]],
  );
  await expectNone("a background run failed", "SELECT id, function_id, error FROM runner_runs WHERE state = 'FAILED'");
  return problems;
}
