import { randomUUID } from "node:crypto";
import { digestDocument } from "../../../lib/oauth/client-documents/client-document";
import { newId } from "../../../lib/platform/ids";
import { readManifest } from "../../support/scenes/manifest";
import { makePerson, type Person } from "../../support/scenes/people";
import type { ConnectedDatabase } from "../../support/scenes/run-sql";
import { plantSession } from "../../support/scenes/sessions";
import { createWorld, type World } from "../../support/scenes/world";
import { encodeForm, type Fields, listServerActions, post } from "./calls";

export type Caller = "owner" | "guest" | "outsider" | "nobody";

export interface ActionPeople {
  readonly cookies: Readonly<Record<Caller, string>>;
  readonly owner: Person;
  readonly guest: Person;
  /** A member of the organization and of the room, the object of others' acts. */
  readonly target: Person;
  readonly outsider: Person;
}

async function makeActionPeople(manifestFile: string, database: ConnectedDatabase): Promise<ActionPeople> {
  const demo = readManifest(manifestFile);
  const person = (name: string, isAdmin = false) => makePerson(demo, { name, isAdmin });
  const [owner, guest, target, outsider] = await Promise.all([
    person("Olive Owner", true),
    person("Gus Guest"),
    person("Tara Target"),
    person("Otto Outsider"),
  ]);
  const cookie = async ({ id }: Person) => `svc-session=${await plantSession(manifestFile, database, id)}`;
  const cookies = {
    owner: await cookie(owner),
    guest: await cookie(guest),
    outsider: await cookie(outsider),
    nobody: "",
  };
  return { owner, guest, target, outsider, cookies };
}

/** Everything that a server action can change, in an organization of this test alone. */
export interface ActionScene extends ActionPeople {
  readonly ids: ActionIds;
  /** Ids of the same kinds that belong to another organization. */
  readonly foreign: { readonly roomId: string; readonly organizationId: string; readonly userId: string };
  /** The email address of someone who is not in the room yet. */
  readonly candidateEmail: string;
  /** The version of the OAuth app, and the content of the client's document, as a page shows them. */
  readonly seen: { readonly app: string; readonly document: string };
  /** Text of this organization that no payload of the test contains. */
  readonly secrets: readonly string[];
}

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
  const planted = await plantRows(world, { ...of, roomId: room.id, owner, secrets });
  const states = await plantStates(world, of, planted.recordId, owner.id);
  const webhooks = await makeWebhooks(readManifest(manifestFile).baseUrl, world, cookies.owner, {
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

async function makeForeign(world: World, outsider: Person): Promise<ActionScene["foreign"]> {
  const { id: organizationId, billingEntityId } = await world.organization();
  await world.join(organizationId, outsider.id, 40);
  const { id: roomId } = await world.room({ organizationId, billingEntityId, name: "Elsewhere" });
  await world.enter(roomId, outsider.id, 40);
  return { roomId, organizationId, userId: outsider.id };
}

interface Place extends Area {
  roomId: string;
  owner: Person;
  secrets: readonly string[];
}

interface Area {
  organizationId: string;
  billingEntityId: string;
}
type ActionIds = Readonly<
  Area &
    Record<"roomId" | "tenantId" | "keyId" | "userId", string> &
    Awaited<ReturnType<typeof plantRows>> &
    Awaited<ReturnType<typeof plantStates>> &
    Awaited<ReturnType<typeof makeWebhooks>>
>;

const DOCUMENT = {
  name: "Client",
  websiteUrl: null,
  redirectUris: ["https://localhost/callback"],
  leftOutUris: [],
  isPublic: true,
  keys: null,
};

async function plantRows(world: World, place: Place) {
  const { insert } = world;
  const { roomId, organizationId, billingEntityId, owner } = place;
  const [secretText = "", otherSecret = ""] = place.secrets;
  const room = { room_id: roomId };
  const { id: boardId } = await world.board(roomId);
  const record = { ...room, content: otherSecret, created_by_id: owner.id };
  const recordId = await insert("records", record);
  const commentId = newId("cmt");
  const comment = { record_id: recordId, author_id: owner.id, body: secretText, draft_key: Buffer.from(commentId) };
  await insert("record_comments", { id: commentId, ...room, ...comment });
  const area = { organization_id: organizationId, billing_entity_id: billingEntityId };
  const connector = { ...area, tool_profile: "TASK_WRITER", created_by_id: owner.id };
  const connectorId = await insert("connectors", { ...connector, is_enabled: false });
  await insert("connector_rooms", { connector_id: connectorId, ...room });
  const proposals = [{ title: "Proposed", description: null }];
  const run = {
    billing_entity_id: billingEntityId,
    action: "generate-tasks",
    requested_by_id: owner.id,
    ...room,
    record_id: recordId,
  };
  const tomorrow = new Date(Date.now() + 86_400_000);
  // A process that never ends has the run of the enabled connector.
  const busyConnectorId = await insert("connectors", { ...connector, name: "Busy", is_enabled: true });
  await insert("connector_rooms", { connector_id: busyConnectorId, ...room });
  const claim = { claim_token: "other/token", claimed_at: tomorrow, started_at: new Date() };
  const inviting = await world.organization({ seats: 5 });
  const inviter = await world.user();
  await world.join(inviting.id, inviter.id, 40);
  const invite = (organization_id: string, email: string, invited_by_id: string) =>
    insert("invitations", { organization_id, email, invited_by_id });
  const app = await world.oauthApp({ isConfidential: true });
  const { grantId } = await world.accessToken({ userId: owner.id, billingEntityId, appId: app.id });
  const [secret] = await world.query<{ id: string }>("SELECT id FROM oauth_app_secrets WHERE app_id = $1", [app.id]);
  const documentId = newId("cid");
  const url = `https://localhost/${documentId}.json`;
  await insert("oauth_client_documents", { id: documentId, url, found: DOCUMENT });
  return {
    boardId,
    recordId,
    commentId,
    connectorId,
    busyConnectorId,
    documentId,
    grantId,
    appId: app.id,
    secretId: secret?.id ?? "",
    secondBoardId: await insert("boards", { ...room, name: "Second", position: 1 }),
    messageId: await insert("messages", { ...room, author_id: owner.id, body: secretText }),
    taskId: await insert("tasks", { ...room, board_id: boardId, description: secretText }),
    approvedRecordId: await insert("records", { ...record, status: "APPROVED" }),
    streamId: await insert("audit_streams", {
      billing_entity_id: billingEntityId,
      url: "http://127.0.0.1:9/",
      secret_ciphertext: "unreadable",
      run_by_id: owner.id,
      next_attempt_at: tomorrow,
    }),
    runId: await insert("agent_runs", {
      ...run,
      connector_id: connectorId,
      state: "SUCCEEDED",
      input: { dryRun: true },
      result: { kind: "proposals", proposals, leftOut: 0 },
      finished_at: new Date(),
    }),
    openRunId: await insert("agent_runs", { ...run, connector_id: busyConnectorId, state: "RUNNING", ...claim }),
    invitationId: await invite(organizationId, `${newId("usr")}@example.test`, owner.id),
    receivedId: await invite(inviting.id, owner.email, inviter.id),
  };
}

/** Rows in the states that some acts need: a suspended tenant is resumed, a key that is recorded stops. */
async function plantStates(world: World, area: Area, recordId: string, ownerId: string) {
  const { query, insert, organization } = world;
  const [suspended, held, holdable] = [await organization(), await organization(), await organization()];
  const suspension = { reason: "abuse", message: "Text", at: new Date().toISOString() };
  await query("UPDATE billing_entities SET suspension = $2 WHERE id = $1", [suspended.billingEntityId, suspension]);
  const { id: elderAppId } = await world.oauthApp({ isConfidential: true });
  await query("UPDATE oauth_apps SET is_active = false WHERE id = $1", [elderAppId]);
  await query("UPDATE oauth_app_secrets SET expires_at = now() + interval '1 day' WHERE app_id = $1", [elderAppId]);
  const { id: recordedKeyId } = await world.apiKey(area);
  await query("UPDATE api_keys SET recorded_until = now() + interval '1 hour' WHERE id = $1", [recordedKeyId]);
  await insert("record_versions", { record_id: recordId });
  await query("UPDATE records SET version = 2 WHERE id = $1", [recordId]);
  const { id: candidateId } = await world.user();
  await world.join(area.organizationId, candidateId);
  return {
    suspendedId: suspended.billingEntityId,
    heldId: held.id,
    holdableId: holdable.id,
    holdableEntityId: holdable.billingEntityId,
    holdId: await insert("legal_holds", { billing_entity_id: held.billingEntityId, placed_by_id: ownerId }),
    elderAppId,
    recordedKeyId,
    candidateId,
  };
}

/** Registered through the form, so that their secrets are sealed as the service seals them. */
async function makeWebhooks(
  baseUrl: string,
  world: World,
  cookie: string,
  { roomId, billingEntityId }: { roomId: string; billingEntityId: string },
) {
  const fields = { room: roomId, name: "Webhook", url: "http://127.0.0.1:9/in", events: "approval.withdrawn" };
  const act = (verb: string, page: string, form: Fields) => {
    const action = listServerActions().find(({ name }) => name.endsWith(`webhooks/actions.ts#${verb}`));
    const headers = { cookie, "next-action": action?.id ?? "" };
    return post(`${baseUrl}/settings/developer/webhooks/${page}`, encodeForm(form, { kind: "idle" }), headers);
  };
  for (let n = 0; n < 2; n++) await act("register", "new", fields);
  const rows = await world.query<{ id: string }>("SELECT id FROM webhooks WHERE room_id = $1 ORDER BY id", [roomId]);
  const [webhookId = "", elderId = ""] = rows.map(({ id }) => id);
  await act("rotate", `${elderId}/secret`, { webhookId: elderId, days: "7" });
  await world.query("UPDATE webhooks SET api_version = '2025-10-23' WHERE id = $1", [elderId]);
  const attemptId = await world.attempt({
    webhookId,
    roomId,
    billingEntityId,
    state: "FAILED",
    columns: { status_code: 503, duration_ms: 31 },
  });
  const listener = { room_id: roomId, name: "svc listen", url: null, events: ["approval.withdrawn"] };
  const listenerId = await world.insert("webhooks", listener);
  await world.query(
    `INSERT INTO webhook_listeners (webhook_id, user_id, session_id, device_name, created_at, used_at)
     SELECT $1, s.user_id, s.id, 'A laptop', now(), now()
     FROM sessions s JOIN room_members m ON m.user_id = s.user_id AND m.room_id = $2 AND m.role = 40 LIMIT 1`,
    [listenerId, roomId],
  );
  return { webhookId, elderId, listenerId, attemptId };
}
