import { Readable } from "node:stream";
import { EXHAUSTED } from "../../e2e/support/attacks/exhausted-burst";
import { useBurst } from "../../e2e/support/scenes/ask-endpoint";
import { forgetShared } from "../../e2e/support/scenes/shared-state";
import { diskStorage } from "../files/open-storage";
import { newStorageKey } from "../files/storage";
import { createMemoryBurst } from "../usage/memory-burst";
import { type Provocation, send } from "./walk-callers.cases";
import { change, changeKey, changePayer, isAllowed, type Stage, sendRequest } from "./walk-stage.cases";

const isOne =
  (...operations: string[]) =>
  (stage: Stage) =>
    isAllowed(stage) && operations.includes(stage.operation.endpoint.operationId);
const isWrite = (stage: Stage) => isAllowed(stage) && stage.operation.endpoint.kind === "write";
const takesKeys = (stage: Stage) => isAllowed(stage) && stage.operation.endpoint.kind !== "read";
const isPaged = (stage: Stage) =>
  isAllowed(stage) && stage.operation.endpoint.kind === "read" && "limit" in stage.operation.endpoint.query.shape;
const isUserOnV1 = ({ caller, operation }: Stage) => caller === "user" && operation.tool === null;
const isOnV1 = ({ operation }: Stage) => operation.tool === null;

/** Sends the good request once with a key of its own, and changes what is stored of it. */
function useKey(stored: string) {
  return async (stage: Stage): Promise<void> => {
    stage.request.idempotencyKey = `key-${stage.address}-${Math.random()}`;
    await sendRequest(stage);
    forgetShared("idempotency-cache");
    await stage.database.query(`UPDATE idempotency_keys SET ${stored} WHERE key = $1`, [stage.request.idempotencyKey]);
  };
}

function update(statement: string, param: string) {
  return (stage: Stage) => change(stage, statement, param);
}

/** The upload has no bytes yet. */
async function reopenUpload(stage: Stage): Promise<string> {
  const storageKey = newStorageKey("uploads");
  const statement = "UPDATE files SET state = 'UPLOADING', checksum = NULL, storage_key = $2 WHERE id = $1";
  await change(stage, statement, "uploadId", storageKey);
  return storageKey;
}

const paysOrganization = ({ caller, operation }: Stage) =>
  caller !== "personal_key" && (caller !== "session" || operation.endpoint.path.includes("{roomId}"));

const reads = ({ caller }: Stage) => caller !== "session";
const areUsedUp: readonly [Provocation[0], Provocation[1], Provocation[2]] = [
  "api_units_exceeded",
  (stage) => isAllowed(stage) && paysOrganization(stage),
  useUpUnits,
];

/** Refused for the request itself, a limit, or the state of its object. */
export const OF_REQUESTS: Readonly<Record<string, Provocation>> = {
  "a body that does not fit": ["validation_error", isWrite, send({ body: { nonsense: true } })],
  "a page that is too large": ["validation_error", isPaged, send({ query: "?limit=900" })],
  "a URL that is too long": ["validation_error", isUserOnV1, send({ query: `?x=${"x".repeat(9_000)}` })],
  "a method that the path does not have": ["validation_error", isUserOnV1, send({ method: "DELETE" })],
  "a room without a board": [
    "validation_error",
    isOne("createTask"),
    update("UPDATE boards SET archived_at = now() WHERE room_id = $1", "roomId"),
  ],
  "an upload without its bytes": ["validation_error", isOne("completeFile"), reopenUpload],
  "an upload of other bytes": [
    "validation_error",
    isOne("completeFile"),
    async (stage) => {
      const storageKey = await reopenUpload(stage);
      const fileId = stage.request.params["uploadId"] ?? "";
      const upload = { fileId, storageKey, size: 11, mimeType: "text/plain", checksum: null };
      await diskStorage()?.receive(upload, Readable.from([Buffer.from("other bytes")]));
    },
  ],
  "a payload that cannot be read": [
    "validation_error",
    isOne("redeliver"),
    async (stage) => {
      const { good } = stage;
      await change(stage, "UPDATE delivery_attempts SET payload = 'unreadable' || payload WHERE id = $1", "deliveryId");
      const mend = "UPDATE delivery_attempts SET payload = substr(payload, 11) WHERE id = $1";
      return () => stage.database.query(mend, [good.params["deliveryId"]]);
    },
  ],
  "a locked record": [
    "forbidden",
    isOne("updateRecord"),
    update("UPDATE records SET status = 'LOCKED' WHERE id = $1", "recordId"),
  ],
  "someone else's record": [
    "forbidden",
    (stage) => isOne("updateRecord")(stage) && reads(stage),
    (stage) => giveAway(stage, "UPDATE records SET created_by_id = $2 WHERE id = $1", "recordId"),
  ],
  "someone else's upload": [
    "forbidden",
    (stage) => isOne("completeFile")(stage) && reads(stage),
    (stage) => giveAway(stage, "UPDATE files SET uploaded_by_id = $2, state = 'READY' WHERE id = $1", "uploadId"),
  ],
  "a file that is not uploaded yet": [
    "not_found",
    (stage) => isOne("readFile", "downloadFile")(stage) && stage.caller === "user",
    async ({ request }) => {
      request.params = { ...request.params, fileId: request.params["uploadId"] ?? "" };
    },
  ],
  "a full storage": [
    "forbidden",
    isOne("createFile"),
    async (stage) => {
      await changePayer(stage, "seats = 1");
      const large = { room_id: stage.request.params["roomId"], file_name: "large", size: 2_000_000_000 };
      const row = { ...large, state: "READY", uploaded_by_id: stage.scene.userId };
      for (let n = 0; n < 6; n += 1) await stage.world.insert("files", { ...row, storage_key: newStorageKey("files") });
    },
  ],
  "an agent in a room of two organizations": [
    "forbidden",
    (stage) => isWrite(stage) && stage.caller === "agent",
    async ({ world, request }) => {
      const [other, stranger] = [await world.organization(), await world.user()];
      await world.join(other.id, stranger.id);
      await world.enter(request.params["roomId"] ?? "", stranger.id);
    },
  ],
  "an Idempotency-Key of another request": ["idempotency_conflict", takesKeys, useKey("fingerprint = 'other'")],
  "an Idempotency-Key of two days ago": [
    "idempotency_conflict",
    takesKeys,
    useKey("created_at = created_at - interval '2 days'"),
  ],
  "an outdated version": ["version_conflict", isOne("updateTask"), send({ body: { title: "New", version: 700 } })],
  "an inactive webhook": [
    "webhook_inactive",
    isOne("redeliver"),
    update("UPDATE webhooks SET is_active = false WHERE id = $1", "webhookId"),
  ],
  "a full burst": [
    "rate_limit_exceeded",
    isAllowed,
    async () => {
      const memory = createMemoryBurst();
      const full = Math.floor(Date.now() / 60_000);
      return useBurst({ ...memory, take: (axes, window) => (window === full ? EXHAUSTED : memory).take(axes, window) });
    },
  ],
  "limits that cannot be checked": [
    "rate_limit_backend_unavailable",
    isAllowed,
    async () => useBurst({ ...EXHAUSTED, take: () => Promise.reject(new Error("down")) }),
  ],
  "a key's budget that is used up": [
    "api_units_exceeded",
    (stage) => isAllowed(stage) && isOnV1(stage) && stage.caller.endsWith("_key"),
    (stage) => changeKey(stage, "monthly_units_max = 0"),
  ],
  "units that are used up, for an owner": [...areUsedUp, ({ ownerId }) => ownerId],
  "units that are used up, for a manager": [...areUsedUp, ({ managerId }) => managerId],
  "units that are used up, for a person": [
    "api_units_exceeded",
    (stage) => isAllowed(stage) && stage.caller === "personal_key",
    useUpUnits,
  ],
};

async function useUpUnits(stage: Stage) {
  const { world, scene } = stage;
  await changePayer(stage, "seats = 1");
  await world.useUpUnits(scene.billingEntityId, 20_000);
  return () => world.useUpUnits(scene.billingEntityId, 0);
}

async function giveAway(stage: Stage, statement: string, param: string) {
  const { world, scene } = stage;
  const other = await world.user();
  await world.join(scene.organizationId, other.id);
  await world.enter(scene.params["roomId"] ?? "", other.id, 20);
  await change(stage, statement, param, other.id);
  return () => change(stage, statement, param, scene.userId);
}
