import { createHash, randomBytes, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { vi } from "vitest";
import { askOperation } from "../../e2e/support/scenes/ask-endpoint";
import { openOwner } from "../access/open-owner";
import { SCOPES } from "../access/scopes";
import { issueKey } from "../api-keys/issue";
import type { FixKind } from "../docs/surface/cause-names";
import { diskStorage } from "../files/open-storage";
import { newId } from "../platform/ids";
import type { Refusal } from "./refusal";
import { change, changeKey, changePayer, issueToken, type Stage } from "./walk-stage.cases";

type ApplyFix = (stage: Stage, stop: Refusal) => Promise<unknown>;

/** Does what the fix says, as the person who reads it would. */
export const APPLY: Partial<Record<FixKind, ApplyFix>> = {
  send_credential: useGoodCredential,
  check_key: useGoodCredential,
  send_tool_token: useGoodCredential,
  use_user_token: usePerson,
  use_person_credential: usePerson,
  new_key: issueAsLinked,
  new_key_with_scope: issueAsLinked,
  use_organization_key: issueAsLinked,
  use_owner_key: issueAsLinked,
  refresh_token: async (stage) => {
    const { grantId } = stage.request.credential ?? {};
    const text = `svc_at_${randomBytes(32).toString("base64url")}`;
    await stage.database.query(
      `INSERT INTO oauth_access_tokens (hash, id, grant_id, scopes, expires_at, created_at)
       SELECT $1, $2, id, scopes, expires_at, created_at FROM oauth_grants WHERE id = $3`,
      [createHash("sha256").update(text).digest(), newId("tok"), grantId],
    );
    stage.request.credential = { ...stage.request.credential, text };
  },
  authorize_again: (stage) => authorize(stage),
  authorize_with_scope: (stage, { values }) => {
    const held = stage.request.credential?.scopes ?? [];
    return authorize(stage, { scopes: [...held, String(values["requiredScope"])] });
  },
  authorize_for_resource: (stage, { values }) => authorize(stage, { audience: String(values["resource"]) }),
  authorize_elsewhere: (stage) => authorize(stage),
  reactivate_app: async (stage) => {
    await changeApp(stage, "is_active = true");
    await authorize(stage);
  },
  allow_scope: async (stage, { values }) => {
    await changeApp(stage, `allowed_scopes = allowed_scopes || '{${String(values["requiredScope"])}}'`);
    await authorize(stage);
  },
  use_owner_token: async (stage) => {
    const text =
      "SELECT u.id, billing_entity_id AS entity FROM rooms r JOIN users u USING (billing_entity_id) WHERE r.id = $1";
    const { roomId } = stage.request.params;
    const [room] = await stage.database.query<{ id: string; entity: string }>(text, [roomId]);
    if (!room) throw new Error("The room has no owner.");
    stage.request.credential = await issueToken(stage, { userId: room.id, billingEntityId: room.entity });
  },
  allow_address: (stage) => changeKey(stage, "allowed_networks = $2", [`${stage.address}/32`]),
  ask_operator: (stage) => changePayer(stage, "suspension = NULL"),
  become_member: (stage) => setRole(stage, 20),
  become_manager: (stage) => setRole(stage, 30),
  take_seat: ({ world, request, scene }) => world.enter(request.params["roomId"] ?? "", scene.userId, 30),
  ask_creator: (stage) => useOwnerOf(stage, "records", "created_by_id", "recordId"),
  ask_uploader: (stage) => useOwnerOf(stage, "files", "uploaded_by_id", "uploadId"),
  reopen_record: (stage) => change(stage, "UPDATE records SET status = 'DRAFT' WHERE id = $1", "recordId"),
  free_storage: (stage) => change(stage, "DELETE FROM files WHERE room_id = $1 AND file_name = 'large'", "roomId"),
  use_unshared_room: (stage) =>
    change(stage, "DELETE FROM room_members WHERE room_id = $1 AND user_id <> $2", "roomId", stage.scene.userId),
  use_own_host: async ({ request, good }) => {
    request.host = good.host;
  },
  complete_upload: async (stage) => {
    const { params } = stage.request;
    const { text } = await issueToken({ ...stage, caller: "user", operation: { ...stage.operation, tool: null } });
    await askOperation("completeFile", { params: { ...params, uploadId: params["fileId"] ?? "" } }, text);
  },
  check_id: useGoodPath,
  use_other_room: useGoodPath,
  read_reference: async ({ request, good }) => {
    request.method = good.method;
  },
  correct_request: async ({ request, good }) => {
    Object.assign(request, { body: good.body, query: good.query });
  },
  send_bytes: async ({ database, request }) => {
    const [file] = await database.query<{ storage_key: string; mime_type: string }>(
      "SELECT storage_key, mime_type FROM files WHERE id = $1",
      [request.params["uploadId"]],
    );
    const { storage_key: storageKey = "", mime_type: mimeType = "" } = file ?? {};
    const upload = { fileId: request.params["uploadId"] ?? "", storageKey, size: 5, mimeType, checksum: null };
    await diskStorage()?.receive(upload, Readable.from([Buffer.from("hello")]));
  },
  add_board: ({ world, request }) => world.insert("boards", { room_id: request.params["roomId"], position: 1 }),
  use_other_delivery: async ({ database, request }) => {
    const deliveryId = newId("whd");
    await database.query(
      `INSERT INTO delivery_attempts (id, webhook_id, delivery_id, event, event_id, success, attempt, delivered_at, finalized_at, payload, request_headers, status_code)
       SELECT $1, webhook_id, delivery_id, event, event_id, success, attempt, delivered_at, finalized_at, good_payload, request_headers, status_code
       FROM delivery_attempts, (SELECT replace(payload, 'unreadable', '') AS good_payload FROM delivery_attempts WHERE id = $2) AS good
       WHERE id = $2`,
      [deliveryId, request.params["deliveryId"]],
    );
    request.params = { ...request.params, deliveryId };
  },
  activate_webhook: (stage) => change(stage, "UPDATE webhooks SET is_active = true WHERE id = $1", "webhookId"),
  new_idempotency_key: async ({ request }) => {
    request.idempotencyKey = randomUUID();
  },
  read_again: async ({ request }, { values }) => {
    request.body = { ...(request.body as object), version: values["currentVersion"] };
  },
  add_seats: addSeats,
  ask_owner: addSeats,
  wait_for_month: async () => {
    const now = new Date();
    vi.setSystemTime(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 0, 0, 5));
  },
  raise_budget: (stage) => changeKey(stage, "monthly_units_max = 1000"),
  slow_down: async () => {
    vi.setSystemTime(Date.now() + 60_000);
  },
};

async function useGoodCredential({ request, good }: Stage) {
  request.credential = good.credential;
}

async function useGoodPath({ request, good }: Stage) {
  request.params = good.params;
}

/** A token with the one scope that the operation needs. */
async function usePerson(stage: Stage) {
  const { endpoint } = stage.operation;
  stage.request.credential = await issueToken({ ...stage, caller: "user" }, { scopes: [endpoint.scope] });
}

/** The form's key: owner and scopes of the link, and nothing else. */
async function issueAsLinked({ request, ownerId, scene }: Stage, { fix }: Refusal) {
  const asked = new URL(fix.href ?? "", "http://localhost:3000").searchParams;
  const owner = asked.get("owner") ?? "";
  const scopes = SCOPES.filter((scope) => asked.get("scope")?.split(" ").includes(scope));
  const access = await openOwner(owner.startsWith("org_") ? ownerId : scene.userId, owner);
  const { id, plaintext } = await issueKey(access, { name: "New", scopes, expiresAt: null });
  request.credential = { text: plaintext, keyId: id };
}

async function authorize(stage: Stage, options: { scopes?: readonly string[]; audience?: string } = {}) {
  const { appId } = stage.request.credential ?? {};
  stage.request.credential = await issueToken(stage, { ...options, ...(appId === undefined ? {} : { appId }) });
}

const changeApp = ({ database, request }: Stage, change: string) =>
  database.query(`UPDATE oauth_apps SET ${change} WHERE id = $1`, [request.credential?.appId]);

const setRole = (stage: Stage, role: number) =>
  change(
    stage,
    "UPDATE room_members SET role = $3 WHERE room_id = $1 AND user_id = $2",
    "roomId",
    stage.scene.userId,
    role,
  );

async function useOwnerOf(stage: Stage, table: string, column: string, param: string) {
  const [row] = await stage.database.query<{ id: string }>(`SELECT ${column} AS id FROM ${table} WHERE id = $1`, [
    stage.request.params[param],
  ]);
  stage.request.credential = await issueToken(stage, { userId: row?.id ?? "" });
}

function addSeats(stage: Stage) {
  return changePayer(stage, "seats = 100");
}
