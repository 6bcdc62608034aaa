import { newId } from "../../lib/platform/ids";
import type { Manifest } from "../../prisma/seed/manifest";
import type { Person } from "./people";
import { runSql } from "./run-sql";

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** Waits for a decision in a room without seats, so that it is told to none but those whom a test tells. */
async function plantOpenRequest({ databaseUrl }: Manifest, personId: string): Promise<string> {
  const [roomId, recordId, approvalId] = [newId("room"), newId("rec"), newId("apr")];
  await runSql(
    databaseUrl,
    `WITH room AS (
       INSERT INTO rooms (id, name, billing_entity_id, created_at, updated_at)
       SELECT $1, 'General', billing_entity_id, now(), now() FROM users WHERE id = $4 RETURNING id
     ), record AS (
       INSERT INTO records (id, room_id, title, created_at, updated_at) SELECT $2, id, 'Minutes', now(), now() FROM room RETURNING id)
     INSERT INTO approvals (id, record_id, created_at) SELECT $3, id, now() FROM record`,
    [roomId, recordId, approvalId, personId],
  );
  return approvalId;
}

/** One of each kind that a person can get, in their own inbox, oldest first. */
export async function plantNotifications(demo: Manifest, { id }: Person, count?: number): Promise<void> {
  const key = `key_${id.slice(4)}`;
  const planted = [
    ["message.mentioned", "msg_1", { by: "Ben Carter", roomId: demo.rooms.general.id, room: "General" }],
    [
      "record.approval_requested",
      demo.records.draft.id,
      { by: "Ben Carter", roomId: demo.rooms.general.id, room: "General" },
    ],
    ["approval.asked", "cid_1", { host: "client.example", by: "Ben Carter" }],
    ["audit_stream.paused", "aus_1", { host: "siem.example.com", reason: "failing" }],
    ["usage.threshold", demo.organizations.acme.id, { percent: 80, key: null, area: "Acme" }],
    ["usage.threshold", key, { percent: 100, key: "Importer", area: "Acme" }],
    ["invitation.received", demo.organizations.acme.id, { organization: "Acme", by: "Aiko Tanaka" }],
    ["session.new_device", "ses_1", { userAgent: "curl/8.5.0", device: null, place: "203.0.113.0/24" }],
    ["key.expiring", key, { name: "Importer", last4: "a1B2", days: 7, expiresAt: Date.now() + WEEK_MS }],
    ["webhook.disabled", "wh_1", { name: "Ticket tracker", room: "General", failures: 20 }],
    ["webhook.failing", demo.webhooks.v2.id, { name: "Ticket tracker", room: "General", failures: 6 }],
  ] as const;
  for (const [kind, subjectId, facts] of planted.slice(-(count ?? planted.length))) {
    const occasion = kind === "record.approval_requested" ? await plantOpenRequest(demo, id) : "1";
    await runSql(
      demo.databaseUrl,
      `INSERT INTO notifications (key, kind, audience, subject_id, facts, created_at) VALUES ($1, $2, $3, $4, $5, now())`,
      [`${kind}:${subjectId}:${occasion}:${id}`, kind, `person:${id}`, subjectId, JSON.stringify(facts)],
    );
  }
}
