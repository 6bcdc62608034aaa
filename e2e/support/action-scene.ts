import { randomUUID } from "node:crypto";
import { digestDocument } from "../../lib/oauth/client-documents/client-document";
import { newEventId, newId } from "../../lib/platform/ids";
import { encodeForm, type Fields, listServerActions, post } from "./action-calls";
import { type ActionPeople, makeActionPeople } from "./action-people";
import { plantStates } from "./action-states";
import { readManifest } from "./manifest";
import type { Person } from "./people";
import type { ConnectedDatabase } from "./scratch-database";
import { createWorld } from "./world";

/** Everything that a server action can change, in an organization of this test alone. */
export interface ActionScene extends ActionPeople {
  readonly ids: Readonly<Record<IdName, string>>;
  /** Ids of the same kinds that belong to another organization. */
  readonly foreign: { readonly roomId: string; readonly organizationId: string; readonly userId: string };
  /** The email address of someone who is not in the room yet. */
  readonly candidateEmail: string;
  /** The version of the OAuth app, and the content of the client's document, as a page shows them. */
  readonly seen: { readonly app: string; readonly document: string };
  /** Text of this organization that no payload of the test contains. */
  readonly secrets: readonly string[];
}

export type IdName =
  | "organizationId"
  | "billingEntityId"
  | "tenantId"
  | "roomId"
  | "boardId"
  | "taskId"
  | "messageId"
  | "recordId"
  | "approvedRecordId"
  | "commentId"
  | "keyId"
  | "grantId"
  | "appId"
  | "secretId"
  | "documentId"
  | "webhookId"
  | "elderId"
  | "listenerId"
  | "attemptId"
  | "connectorId"
  | "streamId"
  | "runId"
  | keyof Awaited<ReturnType<typeof plantStates>>
  | "invitationId"
  | "receivedId"
  | "userId";

export async function makeActionScene(manifestFile: string, database: ConnectedDatabase): Promise<ActionScene> {
  const people = await makeActionPeople(manifestFile, database);
  const { owner, guest, target, outsider, cookies } = people;
  const world = createWorld(database);
  const organization = await world.organization({ seats: 20 });
  await world.join(organization.id, owner.id, 40);
  await world.join(organization.id, guest.id, 10);
  await world.join(organization.id, target.id, 20);
  const of = { organizationId: organization.id, billingEntityId: organization.billingEntityId };
  const room = await world.room({ ...of, name: "Fuzzed room" });
  await world.enter(room.id, owner.id, 40);
  await world.enter(room.id, guest.id, 10);
  await world.enter(room.id, target.id, 20);
  const foreign = await makeForeign(world, outsider);
  // Suspended, the organization of all other acts would refuse some of them.
  const tenant = await world.organization();
  const secrets = [`secret-${randomUUID()}`, `secret-${randomUUID()}`];
  const planted = await plantRows(database, { ...of, roomId: room.id, owner, secrets });
  const states = await plantStates(database, { ...of, ...planted, roomId: room.id, ownerId: owner.id });
  const webhooks = await makeWebhooks(readManifest(manifestFile).baseUrl, database, cookies.owner, {
    ...of,
    roomId: room.id,
  });
  return {
    ...people,
    foreign,
    secrets,
    candidateEmail: `${states.candidateId}@example.test`,
    seen: { app: await readAppVersion(database, planted.appId), document: digestDocument(DOCUMENT) },
    ids: {
      ...planted,
      ...states,
      ...webhooks,
      ...of,
      roomId: room.id,
      tenantId: tenant.billingEntityId,
      keyId: (await world.apiKey(of)).id,
      userId: target.id,
    },
  };
}

async function readAppVersion({ query }: ConnectedDatabase, appId: string): Promise<string> {
  const [app] = await query<{ at: Date }>("SELECT updated_at AS at FROM oauth_apps WHERE id = $1", [appId]);
  return app?.at.toISOString() ?? "";
}

async function makeForeign(world: ReturnType<typeof createWorld>, outsider: Person): Promise<ActionScene["foreign"]> {
  const { id: organizationId, billingEntityId } = await world.organization();
  await world.join(organizationId, outsider.id, 40);
  const { id: roomId } = await world.room({ organizationId, billingEntityId, name: "Elsewhere" });
  await world.enter(roomId, outsider.id, 40);
  return { roomId, organizationId, userId: outsider.id };
}

interface Place {
  organizationId: string;
  billingEntityId: string;
  roomId: string;
  owner: Person;
  secrets: readonly string[];
}

type WebhookIds = Pick<ActionScene["ids"], "webhookId" | "elderId" | "listenerId" | "attemptId">;
type PlantedIds = Omit<
  ActionScene["ids"],
  | "organizationId"
  | "billingEntityId"
  | "tenantId"
  | "roomId"
  | "keyId"
  | "userId"
  | keyof WebhookIds
  | keyof Awaited<ReturnType<typeof plantStates>>
>;

const DOCUMENT = {
  name: "Client",
  websiteUrl: null,
  redirectUris: ["https://localhost/callback"],
  leftOutUris: [],
  isPublic: true,
  keys: null,
};

async function plantRows({ query, url }: ConnectedDatabase, place: Place): Promise<PlantedIds> {
  const world = createWorld({ url, query });
  const { roomId, organizationId, billingEntityId, owner } = place;
  const [secretText = "", otherSecret = ""] = place.secrets;
  const { id: boardId } = await world.board(roomId);
  const ids = {
    boardId,
    taskId: newId("task"),
    messageId: newId("msg"),
    recordId: newId("rec"),
    approvedRecordId: newId("rec"),
    commentId: newId("cmt"),
    connectorId: newId("conn"),
    streamId: newId("aus"),
    runId: newId("run"),
    invitationId: newId("inv"),
    receivedId: newId("inv"),
  };
  await query(
    "INSERT INTO messages (id, room_id, author_id, body, created_at, updated_at) VALUES ($1, $2, $3, $4, now(), now())",
    [ids.messageId, roomId, owner.id, secretText],
  );
  await query(
    `INSERT INTO tasks (id, room_id, board_id, title, description, status, created_at, updated_at)
     VALUES ($1, $2, $3, 'Task', $4, 'NOT_STARTED', now(), now())`,
    [ids.taskId, roomId, boardId, secretText],
  );
  for (const [id, status] of [
    [ids.recordId, "DRAFT"],
    [ids.approvedRecordId, "APPROVED"],
  ])
    await query(
      `INSERT INTO records (id, room_id, title, content, status, origin, created_by_id, created_at, updated_at)
       VALUES ($1, $2, 'Record', $3, $4::record_status, 'MANUAL', $5, now(), now())`,
      [id, roomId, otherSecret, status, owner.id],
    );
  await query(
    `INSERT INTO record_comments (id, record_id, room_id, author_id, body, draft_key, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, convert_to($1, 'UTF8'), now(), now())`,
    [ids.commentId, ids.recordId, roomId, owner.id, secretText],
  );
  await query(
    `INSERT INTO connectors (id, name, organization_id, billing_entity_id, gateway_base_url, gateway_token_ciphertext,
       agent_id, session_strategy, tool_profile, network_mode, is_enabled, created_by_id, created_at, updated_at)
     VALUES ($1, 'Connector', $2, $3, 'http://127.0.0.1:9', '', 'main', 'ROOM', 'TASK_WRITER', 'PRIVATE', false, $4, now(), now())`,
    [ids.connectorId, organizationId, billingEntityId, owner.id],
  );
  await query("INSERT INTO connector_rooms (connector_id, room_id) VALUES ($1, $2)", [ids.connectorId, roomId]);
  await query(
    `INSERT INTO audit_streams (id, billing_entity_id, kind, format, url, secret_ciphertext, run_by_id, created_at,
       since_transaction_id, next_attempt_at)
     VALUES ($1, $2, 'https', 'ndjson', 'http://127.0.0.1:9/', 'unreadable', $3, now(), 0, now() + interval '1 day')`,
    [ids.streamId, billingEntityId, owner.id],
  );
  const proposals = JSON.stringify({
    kind: "proposals",
    proposals: [{ title: "Proposed", description: null }],
    leftOut: 0,
  });
  await query(
    `INSERT INTO agent_runs (id, connector_id, billing_entity_id, action, state, requested_by_id, room_id, record_id, input,
       result, units, created_at, finished_at)
     VALUES ($1, $2, $3, 'generate-tasks', 'SUCCEEDED', $4, $5, $6, '{"dryRun":true}', $7, 20, now(), now())`,
    [ids.runId, ids.connectorId, billingEntityId, owner.id, roomId, ids.recordId, proposals],
  );
  const invitation = `INSERT INTO invitations (id, organization_id, email, role, invited_by_id, created_at, expires_at)
     VALUES ($1, $2, $3, 20, $4, now(), now() + interval '7 days')`;
  await query(invitation, [ids.invitationId, organizationId, `${ids.invitationId}@example.test`, owner.id]);
  const inviting = await world.organization({ seats: 5 });
  const inviter = await world.user();
  await world.join(inviting.id, inviter.id, 40);
  await query(invitation, [ids.receivedId, inviting.id, owner.email, inviter.id]);
  const app = await world.oauthApp({ isConfidential: true });
  const { grantId } = await world.accessToken({ userId: owner.id, billingEntityId, appId: app.id });
  const [secret] = await query<{ id: string }>("SELECT id FROM oauth_app_secrets WHERE app_id = $1", [app.id]);
  const documentId = newId("cid");

  await query(
    "INSERT INTO oauth_client_documents (id, url, found, found_at, checked_at, created_at) VALUES ($1, $2, $3, now(), now(), now())",
    [documentId, `https://localhost/${documentId}.json`, JSON.stringify(DOCUMENT)],
  );
  return { ...ids, documentId, grantId, appId: app.id, secretId: secret?.id ?? "" };
}

/** Registered through the form, so that their secrets are sealed as the service seals them. */
async function makeWebhooks(
  baseUrl: string,
  { query }: ConnectedDatabase,
  cookie: string,
  { roomId, organizationId, billingEntityId }: { roomId: string; organizationId: string; billingEntityId: string },
): Promise<WebhookIds> {
  const fields = { room: roomId, name: "Webhook", url: "http://127.0.0.1:9/in", events: "approval.withdrawn" };
  const act = (verb: string, page: string, form: Fields) => {
    const action = listServerActions().find(({ name }) => name.endsWith(`webhooks/actions.ts#${verb}`));
    const headers = { cookie, "next-action": action?.id ?? "" };
    return post(`${baseUrl}/settings/developer/webhooks/${page}`, encodeForm(form, { kind: "idle" }), headers);
  };
  for (let n = 0; n < 2; n++) await act("register", "new", fields);
  const rows = await query<{ id: string }>("SELECT id FROM webhooks WHERE room_id = $1 ORDER BY id", [roomId]);
  const [webhookId = "", elderId = ""] = rows.map(({ id }) => id);
  await act("rotate", `${elderId}/secret`, { webhookId: elderId, days: "7" });
  await query("UPDATE webhooks SET api_version = '2025-10-23' WHERE id = $1", [elderId]);
  const [attemptId, eventId, deliveryId] = [newId("whd"), newEventId(), randomUUID()];
  const object = { id: "rec_1", type: "record" };
  const facts = { id: eventId, type: "record.created", createdAt: new Date().toISOString(), organizationId, roomId };
  const payload = JSON.stringify({ ...facts, apiVersion: "2026-06-09", data: { object } });
  await query(
    `INSERT INTO events (id, type, room_id, object_type, object_id, created_at) VALUES ($1, 'record.created', $2, 'record', 'rec_1', now())`,
    [eventId, roomId],
  );
  await query(
    `INSERT INTO deliveries (id, webhook_id, event_id, event_type, event_at, object_type, object_id, billing_entity_id, state,
       attempts, created_at)
     SELECT $1, $2, e.id, e.type, e.created_at, e.object_type, e.object_id, $4, 'FAILED', 1, now() FROM events e WHERE e.id = $3`,
    [deliveryId, webhookId, eventId, billingEntityId],
  );
  await query(
    `INSERT INTO delivery_attempts (id, webhook_id, delivery_id, event, event_id, success, status_code, attempt, duration_ms,
       delivered_at, finalized_at, payload, request_headers)
     VALUES ($1, $2, $3, 'record.created', $4, false, 503, 1, 31, now(), now(), $5, '{}')`,
    [attemptId, webhookId, deliveryId, eventId, payload],
  );
  const listenerId = newId("wh");
  await query(
    `INSERT INTO webhooks (id, room_id, name, events, api_version, created_at, updated_at)
     VALUES ($1, $2, 'svc listen', '{approval.withdrawn}', '2026-06-09', now(), now())`,
    [listenerId, roomId],
  );
  await query(
    `INSERT INTO webhook_listeners (webhook_id, user_id, session_id, device_name, created_at, used_at)
     SELECT $1, s.user_id, s.id, 'A laptop', now(), now()
     FROM sessions s JOIN room_members m ON m.user_id = s.user_id AND m.room_id = $2 AND m.role = 40 LIMIT 1`,
    [listenerId, roomId],
  );
  return { webhookId, elderId, listenerId, attemptId };
}
