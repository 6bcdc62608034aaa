import { EMPTY_FIELDS } from "../../../lib/tasks/task";
import type { Fields } from "./calls";
import type { ActionScene } from "./scene";

/** The arguments of one action, as its own form would send them. */
export type Payload =
  | { readonly kind: "form"; readonly fields: Fields; readonly state?: unknown; readonly anyone?: true }
  | { readonly kind: "values"; readonly values: readonly unknown[]; readonly anyone?: true };

const stateful = (fields: Fields): Payload => ({ kind: "form", fields, state: { kind: "idle" } });
const plain = (fields: Fields): Payload => ({ kind: "form", fields });
/** Changes only rows of the caller. */
const ownDoing = (payload: Payload): Payload => ({ ...payload, anyone: true });

const ROOMS = "app/rooms/[roomId]";
const DEVELOPER = "app/settings/developer";

/** One entry for every server action; a test compares the names with the build's own list. */
export function describePayloads(scene: ActionScene): Readonly<Record<string, Payload>> {
  return {
    ...personal(scene),
    ...rooms(scene),
    ...records(scene),
    ...settings(scene),
    ...clients(scene),
    ...webhooks(scene),
    ...connectors(scene),
    ...streams(scene),
  };
}

function personal({ ids }: ActionScene): Record<string, Payload> {
  const account = "app/settings/account/actions.ts";
  const passkeys = "app/settings/account/passkeys/actions.ts";
  return {
    "app/preferences/actions.ts#chooseTheme": ownDoing(plain({ theme: "dark" })),
    "app/preferences/actions.ts#chooseLocale": ownDoing(plain({ locale: "en" })),
    "app/preferences/actions.ts#chooseArea": ownDoing(
      plain({ area: "org_00000000000000000000000000", path: "/rooms" }),
    ),
    "app/login/actions.ts#signIn": ownDoing(
      stateful({ email: "nobody@example.test", password: "not the password", callbackUrl: "/rooms" }),
    ),
    "app/login/actions.ts#signInWithPasskey": ownDoing(stateful({ answer: "{}", callbackUrl: "/rooms" })),
    "app/confirm/actions.ts#confirmWithPassword": ownDoing(
      stateful({ proof: "not the password", callbackUrl: "/settings/account" }),
    ),
    "app/confirm/actions.ts#confirmWithPasskey": ownDoing(stateful({ answer: "{}", callbackUrl: "/settings/account" })),
    [`${passkeys}#begin`]: ownDoing({ kind: "values", values: [null] }),
    [`${passkeys}#add`]: ownDoing(stateful({ passkeyName: "Laptop", answer: "{}" })),
    [`${passkeys}#rename`]: ownDoing(stateful({ passkeyId: "pky_00000000000000000000000000", newName: "Laptop" })),
    [`${passkeys}#remove`]: ownDoing(stateful({ passkeyId: "pky_00000000000000000000000000" })),
    "app/login/actions.ts#signInToDemo": ownDoing(stateful({ person: "nobody", callbackUrl: "/rooms" })),
    "app/sign-up/actions.ts#requestSignUp": ownDoing(stateful({ email: "nobody@example.test" })),
    "app/sign-up/actions.ts#finishSignUp": ownDoing(
      stateful({ token: "token", name: "Nobody", password: "not the password" }),
    ),
    "app/password/actions.ts#requestReset": ownDoing(stateful({ email: "nobody@example.test" })),
    "app/password/actions.ts#finishReset": ownDoing(stateful({ token: "token", password: "not the password" })),
    "app/report-invitation/actions.ts#report": ownDoing(stateful({ token: "token" })),
    "app/not-me/actions.ts#endEverything": ownDoing(stateful({ token: "token" })),
    "app/cli/approve/actions.ts#findCode": ownDoing(stateful({ code: "BCDF-GHJK" })),
    "app/cli/approve/actions.ts#decide": ownDoing(plain({ login: "login", ticket: "ticket", decision: "deny" })),
    "app/cli/approve/actions.ts#switchAccount": ownDoing({ kind: "values", values: [] }),
    "app/oauth/consent/actions.ts#switchAccount": ownDoing(plain({ request: "request" })),
    [`${account}#signOut`]: ownDoing({ kind: "values", values: [] }),
    [`${account}#signOutEverywhere`]: ownDoing({ kind: "values", values: [] }),
    [`${account}#signOutOthers`]: ownDoing({ kind: "values", values: [] }),
    [`${account}#signOutDevice`]: ownDoing(plain({ sessionId: "ses_00000000000000000000000000" })),
    [`${account}#saveProfile`]: ownDoing(stateful({ name: "Name", locale: "en", sendsTranscripts: "on" })),
    "app/settings/notifications/actions.ts#markAsRead": ownDoing(plain({ newest: "1", only: "" })),
    "app/settings/notifications/actions.ts#savePreferences": ownDoing(
      stateful({ isMailConfigured: "1", "app:key.expiring": "on", "mail:key.expiring": "on" }),
    ),
    "app/settings/notifications/actions.ts#addPushDevice": ownDoing(
      stateful({ endpoint: "https://10.0.0.1/push", p256dh: "p256dh", auth: "auth" }),
    ),
    "app/settings/notifications/actions.ts#removePushDevice": ownDoing(
      plain({ sessionId: "ses_00000000000000000000000000" }),
    ),
    "app/unsubscribe/actions.ts#unsubscribe": ownDoing(stateful({ link: "link" })),
    "app/rooms/actions.ts#startDirectMessages": ownDoing(plain({ userId: ids.userId })),
  };
}

function rooms({ ids, candidateEmail }: ActionScene): Record<string, Payload> {
  const { roomId, userId, taskId } = ids;
  const [members, tasks] = [`${ROOMS}/members/actions.ts`, `${ROOMS}/tasks/actions.ts`];
  const boards = `${ROOMS}/tasks/_boards/actions.ts`;
  const base = { ...EMPTY_FIELDS, version: 1, title: "Task" };
  const dates = { startDate: "2026-01-01", dueDate: "2026-01-02", zone: "Asia/Tokyo" };
  const values = { title: "A title", description: "Text", status: "IN_PROGRESS", ...dates };
  const choices = Object.fromEntries(["title", "status", "dueDate"].map((field) => [`choice.${field}`, "mine"]));
  return {
    "app/rooms/actions.ts#markAllRoomsRead": ownDoing(plain({ newest: ids.messageId, newestComment: ids.commentId })),
    "app/rooms/actions.ts#markRoomRead": ownDoing(plain({ roomId, messageId: ids.messageId, firstId: ids.messageId })),
    "app/rooms/actions.ts#chooseRoomLevel": ownDoing(plain({ roomId, choice: "hour" })),
    "app/rooms/actions.ts#create": stateful({ place: ids.organizationId, name: "New", memberIds: [userId] }),
    [`${ROOMS}/_messages/actions.ts#postMessage`]: stateful({
      roomId,
      body: "Hello",
      replyToMessageId: "",
      draftId: "draft-1",
    }),
    [`${ROOMS}/_messages/actions.ts#saveMessage`]: stateful({
      roomId,
      messageId: ids.messageId,
      body: "Other",
    }),
    [`${ROOMS}/_messages/actions.ts#removeMessage`]: stateful({ roomId, messageId: ids.messageId }),
    [`${ROOMS}/_messages/actions.ts#reactToMessage`]: stateful({
      roomId,
      messageId: ids.messageId,
      emoji: "👍",
    }),
    [`${members}#add`]: stateful({ roomId, person: candidateEmail, role: "20" }),
    [`${members}#rename`]: stateful({ roomId, name: "Renamed" }),
    [`${members}#changeRole`]: stateful({ roomId, userId, role: "30" }),
    [`${members}#remove`]: stateful({ roomId, userId, confirmed: "on" }),
    [`${tasks}#changeTask`]: {
      kind: "values",
      values: [{ roomId, taskId, version: 1, base: { status: "NOT_STARTED" }, mine: { status: "COMPLETED" } }],
    },
    [`${tasks}#saveTask`]: stateful({ roomId, taskId, base: JSON.stringify(base), ...values, ...choices }),
    [`${tasks}#addTask`]: stateful({ roomId, board: ids.boardId, ...values }),
    [`${tasks}#addByTitle`]: stateful({ roomId, board: ids.boardId, title: "Quick" }),
    [`${tasks}#addBoard`]: stateful({ roomId, name: "Board" }),
    [`${boards}#renameBoard`]: stateful({ roomId, boardId: ids.boardId, name: "Renamed" }),
    [`${boards}#switchBoard`]: stateful({ roomId, boardId: ids.secondBoardId, archive: "true" }),
  };
}

function records({ ids }: ActionScene): Record<string, Payload> {
  const { roomId, recordId, commentId, runId, openRunId } = ids;
  const [agent, list] = [`${ROOMS}/records/[recordId]/_agent/actions.ts`, `${ROOMS}/records/actions.ts`];
  const comments = `${ROOMS}/records/[recordId]/_comments/actions.ts`;
  const record = `${ROOMS}/records/[recordId]/actions.ts`;
  const of = { roomId, recordId };
  return {
    [`${agent}#ask`]: stateful({ ...of, action: "generate-tasks", connectorId: ids.busyConnectorId }),
    [`${agent}#stop`]: stateful({ ...of, runId: openRunId }),
    [`${agent}#accept`]: stateful({ ...of, runId }),
    [`${agent}#append`]: stateful({ ...of, runId, heading: "Summary" }),
    [`${comments}#postComment`]: stateful({ ...of, body: "A comment", draftId: "draft-2" }),
    [`${comments}#saveComment`]: stateful({ ...of, commentId, body: "Other" }),
    [`${comments}#removeComment`]: stateful({ ...of, commentId }),
    [`${comments}#markShownComments`]: ownDoing(plain({ ...of, commentId, firstId: commentId })),
    [`${list}#create`]: stateful({ roomId, title: "New", content: "Text", keepsText: "true" }),
    [`${list}#save`]: stateful({ ...of, title: "Saved", content: "Text", version: "2", keepsText: "false" }),
    [`${record}#actOnApproval`]: stateful({ ...of, action: "request", comment: "Please", requestId: "apr_1" }),
    [`${record}#actOnLifecycle`]: stateful({ roomId, recordId: ids.approvedRecordId, action: "lock" }),
    [`${record}#restore`]: stateful({ ...of, version: "1" }),
    [`${record}#remove`]: stateful({ ...of, confirmation: "Record" }),
  };
}

function settings({ ids, seen }: ActionScene): Record<string, Payload> {
  const { organizationId, tenantId, appId, elderAppId, secretId, keyId, userId } = ids;
  const [organizations, keys] = ["app/settings/organizations/actions.ts", `${DEVELOPER}/api-keys/actions.ts`];
  const apps = "app/settings/admin/oauth-apps/actions.ts";
  const holds = "app/settings/admin/legal-holds/actions.ts";
  const details = { name: "Details", description: "Text" };
  const app = { name: "App", developerName: "Developer", websiteUrl: "https://example.test", scopes: ["me:read"] };
  const uris = { redirectUris: "https://app.example.test/callback" };
  const types = { clientType: "public", actorType: "user" };
  const confirmation = "Tara Target";
  return {
    [`${organizations}#create`]: ownDoing(stateful(details)),
    [`${organizations}#update`]: stateful({ organizationId, ...details }),
    [`${organizations}#saveSeats`]: stateful({ organizationId, seats: "9" }),
    [`${organizations}#sendInvitation`]: stateful({ organizationId, email: "invited@example.test", role: "20" }),
    [`${organizations}#withdraw`]: stateful({ organizationId, invitationId: ids.invitationId }),
    [`${organizations}#saveRole`]: stateful({ organizationId, userId, role: "30" }),
    [`${organizations}#remove`]: stateful({
      organizationId,
      userId,
      confirmation,
      keys: "on",
      webhooks: "on",
      connectors: "on",
    }),
    [`${organizations}#leave`]: stateful({ organizationId, confirmation: "Not its name" }),
    [`${organizations}#answer`]: stateful({ invitationId: ids.receivedId, answer: "accept" }),
    [`${DEVELOPER}/_alerts/actions.ts#dismiss`]: stateful({ subjectId: ids.organizationId, page: "" }),
    [`${apps}#register`]: stateful({ ...app, ...uris, ...types }),
    [`${apps}#edit`]: stateful({ appId, seenAt: seen.app, ...app, ...uris, ...types }),
    [`${apps}#rotate`]: stateful({ appId, secretId, overlap: "24h" }),
    [`${apps}#deactivate`]: stateful({ appId, confirmation: "App" }),
    [`${apps}#reactivate`]: plain({ appId: elderAppId }),
    [`${apps}#endOverlapNow`]: plain({ appId: elderAppId }),
    "app/settings/admin/tenants/actions.ts#saveSeats": stateful({ tenantId, seats: "8" }),
    "app/settings/admin/tenants/actions.ts#suspend": stateful({ tenantId, reason: "abuse", message: "Text" }),
    "app/settings/admin/tenants/actions.ts#resume": plain({ tenantId: ids.suspendedId }),
    [`${holds}#place`]: stateful({ area: ids.holdableId, reason: "Case" }),
    [`${holds}#lift`]: stateful({
      holdId: ids.holdId,
      liftReason: "Over",
      confirmation: `Organization ${ids.heldId}`,
    }),
    "app/settings/admin/background/actions.ts#retry": plain({ runId: "run", function: "dispatch-deliveries" }),
    "app/settings/admin/background/actions.ts#cancel": plain({ runId: "run", function: "dispatch-deliveries" }),
    [`${keys}#issue`]: stateful({
      name: "Key",
      owner: organizationId,
      scopes: ["rooms:read"],
      preset: "custom",
      expiry: "date",
      date: "2030-01-01",
    }),
    [`${keys}#record`]: stateful({ keyId }),
    [`${keys}#endRecording`]: stateful({ keyId: ids.recordedKeyId, deletes: "true" }),
    [`${keys}#saveBudget`]: stateful({ keyId, budget: "500" }),
    [`${keys}#saveNetworks`]: stateful({ keyId, allowedNetworks: "203.0.113.0/24" }),
    [`${keys}#revoke`]: stateful({ keyId, confirmation: "Key" }),
    [`${keys}#rotate`]: stateful({ keyId, overlap: "1h" }),
    [`${DEVELOPER}/authorized-apps/actions.ts#endCommandLine`]: ownDoing(
      plain({ sessionId: "ses_00000000000000000000000000" }),
    ),
    [`${DEVELOPER}/authorized-apps/actions.ts#revoke`]: plain({ grantId: ids.grantId }),
  };
}

function clients({ ids: { documentId }, seen }: ActionScene): Record<string, Payload> {
  const actions = "app/settings/admin/oauth-apps/clients/actions.ts";
  // A name of this machine, where nothing listens.
  const url = `https://localhost/${documentId}.json`;
  const approval = { actorType: "agent", scopes: ["me:read"], callbackPort: "8123", seen: seen.document };
  return {
    [`${DEVELOPER}/connect-agent/actions.ts#askForClient`]: ownDoing(
      stateful({ url: "https://localhost/client.json" }),
    ),
    [`${actions}#readDocument`]: stateful({ url }),
    [`${actions}#readAgain`]: stateful({ documentId }),
    [`${actions}#approve`]: stateful({ documentId, ...approval }),
    [`${actions}#refuse`]: stateful({ documentId }),
  };
}

function webhooks({ ids }: ActionScene): Record<string, Payload> {
  const { roomId, webhookId } = ids;
  const at = { from: "2026-01-01T00:00:00.000Z", to: "2027-01-01T00:00:00.000Z" };
  const values = { name: "Webhook", url: "http://127.0.0.1:9/in", events: ["approval.withdrawn"] };
  const headers = { headerName: ["X-One", "X-Two"], headerValue: ["1", "2"] };
  return {
    [`${DEVELOPER}/webhooks/actions.ts#register`]: stateful({ room: roomId, ...values, ...headers }),
    [`${DEVELOPER}/webhooks/actions.ts#update`]: stateful({ webhookId, ...values, ...headers }),
    [`${DEVELOPER}/webhooks/actions.ts#checkUrl`]: { kind: "values", values: ["http://127.0.0.1:9/in"] },
    [`${DEVELOPER}/audit-log/streams/actions.ts#checkUrl`]: {
      kind: "values",
      values: [{ kind: "https", url: "http://127.0.0.1:9/in" }],
    },
    [`${DEVELOPER}/webhooks/delivery-actions.ts#redeliverOne`]: stateful({ webhookId, attemptId: ids.attemptId }),
    [`${DEVELOPER}/webhooks/actions.ts#switchWebhook`]: stateful({ webhookId, isActive: "false", returnTo: "/edit" }),
    [`${DEVELOPER}/webhooks/actions.ts#remove`]: stateful({ webhookId, confirmation: "Webhook" }),
    [`${DEVELOPER}/webhooks/actions.ts#endListening`]: stateful({ webhookId: ids.listenerId }),
    [`${DEVELOPER}/webhooks/actions.ts#recreate`]: stateful({ webhookId: ids.elderId }),
    [`${DEVELOPER}/webhooks/delivery-actions.ts#sendMany`]: stateful({ webhookId, kind: "failed", ...at }),
    [`${DEVELOPER}/webhooks/actions.ts#rotate`]: stateful({ webhookId, days: "7" }),
    [`${DEVELOPER}/webhooks/actions.ts#finish`]: stateful({ webhookId: ids.elderId, isSure: "on" }),
    [`${DEVELOPER}/webhooks/delivery-actions.ts#test`]: stateful({ webhookId, event: "record.created" }),
    [`${DEVELOPER}/webhooks/delivery-actions.ts#sendCanaryTest`]: stateful({ webhookId: ids.elderId }),
  };
}

function connectors({ ids }: ActionScene): Record<string, Payload> {
  const { organizationId, connectorId, busyConnectorId, roomId, recordId, runId } = ids;
  const values = {
    name: "Connector",
    gatewayBaseUrl: "http://127.0.0.1:9",
    targetKind: "agent",
    agentId: "main",
    sessionStrategy: "room",
    allowedRoomIds: [roomId],
    keepsHiddenRooms: "on",
    toolProfile: "read_only",
    networkMode: "private",
    acceptsPublic: "on",
    acceptsProxy: "on",
  };
  const gatewayToken = "a-token-for-the-gateway";
  return {
    [`${DEVELOPER}/connectors/actions.ts#create`]: stateful({ owner: organizationId, ...values, gatewayToken }),
    [`${DEVELOPER}/connectors/actions.ts#update`]: stateful({ connectorId, ...values }),
    [`${DEVELOPER}/connectors/actions.ts#checkGateway`]: {
      kind: "values",
      values: ["http://127.0.0.1:9"],
      anyone: true,
    },
    [`${DEVELOPER}/connectors/actions.ts#run`]: stateful({
      connectorId: busyConnectorId,
      action: "summarize-record",
      recordId,
      dryRun: "on",
      roomId,
      instruction: "Reply",
    }),
    [`${DEVELOPER}/connectors/actions.ts#switchConnector`]: stateful({
      connectorId: busyConnectorId,
      isEnabled: "false",
    }),
    [`${DEVELOPER}/connectors/actions.ts#rotateToken`]: stateful({ connectorId, gatewayToken }),
    [`${DEVELOPER}/connectors/actions.ts#remove`]: stateful({ connectorId, confirmation: "Connector" }),
    [`${DEVELOPER}/agent-runs/actions.ts#cancel`]: stateful({ runId: ids.openRunId, returnTo: "list" }),
    [`${DEVELOPER}/agent-runs/actions.ts#addProposal`]: stateful({ runId, index: "0" }),
  };
}

function streams({ ids }: ActionScene): Record<string, Payload> {
  const { organizationId, streamId } = ids;
  const actions = `${DEVELOPER}/audit-log/streams/actions.ts`;
  return {
    [`${actions}#create`]: stateful({
      owner: organizationId,
      kind: "https",
      format: "ndjson",
      url: "http://127.0.0.1:9/",
    }),
    [`${actions}#switchStream`]: stateful({ streamId, isActive: "false" }),
    [`${actions}#test`]: stateful({ streamId }),
    [`${actions}#remove`]: stateful({ streamId }),
  };
}
