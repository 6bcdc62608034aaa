import type { Manifest } from "../../../prisma/seed/manifest";
import type { Person } from "./people";
import { openDemoWorld } from "./world";

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** Waits for a decision in a room without seats, so that it is told to none but those whom a test tells. */
async function plantOpenRequest(demo: Manifest, personId: string): Promise<string> {
  const { insert, room, findPayer } = openDemoWorld(demo);
  const { id } = await room({ billingEntityId: await findPayer(personId), name: "General" });
  return insert("approvals", { record_id: await insert("records", { room_id: id, title: "Minutes" }) });
}

/** One of each kind that a person can get, in their own inbox, oldest first. */
export async function plantNotifications(demo: Manifest, { id }: Person, count?: number): Promise<void> {
  const keyId = `key_${id.slice(4)}`;
  const planted = [
    ["message.mentioned", "msg_1", { by: "Ben Carter", roomId: demo.rooms.general.id, room: "General" }],
    ["message.posted", "msg_2", { by: "Ben Carter", roomId: demo.rooms.general.id, room: "General" }],
    [
      "record.approval_requested",
      demo.records.draft.id,
      { by: "Ben Carter", roomId: demo.rooms.general.id, room: "General" },
    ],
    ["approval.asked", "cid_1", { host: "client.example", by: "Ben Carter" }],
    ["audit_stream.paused", "aus_1", { host: "siem.example.com", reason: "failing" }],
    ["usage.threshold", demo.organizations.acme.id, { percent: 80, key: null, area: "Acme" }],
    ["usage.threshold", keyId, { percent: 100, key: "Importer", area: "Acme" }],
    ["invitation.received", demo.organizations.acme.id, { organization: "Acme", by: "Aiko Tanaka" }],
    ["session.new_device", "ses_1", { userAgent: "curl/8.5.0", device: null, place: "203.0.113.0/24" }],
    ["key.expiring", keyId, { name: "Importer", last4: "a1B2", days: 7, expiresAt: Date.now() + WEEK_MS }],
    ["webhook.disabled", "wh_1", { name: "Ticket tracker", room: "General", failures: 20 }],
    ["webhook.failing", demo.webhooks.v2.id, { name: "Ticket tracker", room: "General", failures: 6 }],
  ] as const;
  for (const [kind, subjectId, facts] of planted.slice(-(count ?? planted.length))) {
    const occasion = kind === "record.approval_requested" ? await plantOpenRequest(demo, id) : "1";
    const key = `${kind}:${subjectId}:${occasion}:${id}`;
    await openDemoWorld(demo).insert("notifications", {
      key,
      kind,
      audience: `person:${id}`,
      subject_id: subjectId,
      facts,
    });
  }
}

/** Four mentions in one room, and twelve sign-ins. */
export async function plantGroups(demo: Manifest, { id }: Person): Promise<void> {
  const { insert } = openDemoWorld(demo);
  const plant = (kind: string, subject_id: string, facts: object) =>
    insert("notifications", {
      key: `${kind}:${subject_id}:group:${id}`,
      kind,
      audience: `person:${id}`,
      subject_id,
      facts,
    });
  const roomId = demo.rooms.general.id;
  for (const [n, by] of ["Di", "Cy", "Bob", "Ada"].entries())
    await plant("message.mentioned", `msg_${n}`, { by, roomId, room: "General" });
  for (let n = 0; n < 12; n += 1)
    await plant("session.new_device", `ses_${n}`, { userAgent: "curl/8.5.0", device: null, place: null });
}
