import { Readable } from "node:stream";
import { diskStorage } from "../../lib/files/open-storage";
import { newStorageKey } from "../../lib/files/storage";
import { newId } from "../../lib/platform/ids";
import { createMemoryBurst } from "../../lib/usage/memory-burst";
import { useBurst } from "./ask-endpoint";
import { EXHAUSTED } from "./exhausted-burst";
import { forgetShared } from "./shared-state";
import type { Provocation } from "./walk-callers";
import { isAllowed, type Stage, sendRequest } from "./walk-stage";

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

const change = (stage: Stage, statement: string, param: string, ...values: unknown[]) =>
  stage.database.query(statement, [stage.request.params[param], ...values]);

/** Sends the good request once with a key of its own, and changes what is stored of it. */
async function useKey(stage: Stage, stored: string): Promise<void> {
  stage.request.idempotencyKey = `key-${stage.address}-${Math.random()}`;
  await sendRequest(stage);
  forgetShared("idempotency-cache");
  await stage.database.query(`UPDATE idempotency_keys SET ${stored} WHERE key = $1`, [stage.request.idempotencyKey]);
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

const UNITS_OF_ORGANIZATION: Provocation = {
  code: "api_units_exceeded",
  applies: (stage) => isAllowed(stage) && paysOrganization(stage),
  provoke: useUpUnits,
};

/** Refused for the request itself, a limit, or the state of its object. */
export const OF_REQUESTS: Readonly<Record<string, Provocation>> = {
  "a body that does not fit": {
    code: "validation_error",
    applies: isWrite,
    async provoke({ request }) {
      request.body = { nonsense: true };
    },
  },
  "a page that is too large": {
    code: "validation_error",
    applies: isPaged,
    async provoke({ request }) {
      request.query = "?limit=900";
    },
  },
  "a URL that is too long": {
    code: "validation_error",
    applies: isUserOnV1,
    async provoke({ request }) {
      request.query = `?x=${"x".repeat(9_000)}`;
    },
  },
  "a method that the path does not have": {
    code: "validation_error",
    applies: isUserOnV1,
    async provoke({ request }) {
      request.method = "DELETE";
    },
  },
  "a room without a board": {
    code: "validation_error",
    applies: isOne("createTask"),
    provoke: (stage) => change(stage, "UPDATE boards SET archived_at = now() WHERE room_id = $1", "roomId"),
  },
  "an upload without its bytes": {
    code: "validation_error",
    applies: isOne("completeFile"),
    provoke: reopenUpload,
  },
  "an upload of other bytes": {
    code: "validation_error",
    applies: isOne("completeFile"),
    async provoke(stage) {
      const storageKey = await reopenUpload(stage);
      const fileId = stage.request.params["uploadId"] ?? "";
      const upload = { fileId, storageKey, size: 11, mimeType: "text/plain", checksum: null };
      await diskStorage()?.receive(upload, Readable.from([Buffer.from("other bytes")]));
    },
  },
  "a payload that cannot be read": {
    code: "validation_error",
    applies: isOne("redeliver"),
    async provoke(stage) {
      const { good } = stage;
      await change(stage, "UPDATE delivery_attempts SET payload = 'unreadable' || payload WHERE id = $1", "deliveryId");
      return () =>
        stage.database.query("UPDATE delivery_attempts SET payload = substr(payload, 11) WHERE id = $1", [
          good.params["deliveryId"],
        ]);
    },
  },
  "a locked record": {
    code: "forbidden",
    applies: isOne("updateRecord"),
    provoke: (stage) => change(stage, "UPDATE records SET status = 'LOCKED' WHERE id = $1", "recordId"),
  },
  "someone else's record": {
    code: "forbidden",
    applies: (stage) => isOne("updateRecord")(stage) && stage.caller !== "session",
    provoke: (stage) => giveAway(stage, "UPDATE records SET created_by_id = $2 WHERE id = $1", "recordId"),
  },
  "someone else's upload": {
    code: "forbidden",
    applies: (stage) => isOne("completeFile")(stage) && stage.caller !== "session",
    provoke: (stage) =>
      giveAway(stage, "UPDATE files SET uploaded_by_id = $2, state = 'READY' WHERE id = $1", "uploadId"),
  },
  "a file that is not uploaded yet": {
    code: "not_found",
    applies: (stage) => isOne("readFile", "downloadFile")(stage) && stage.caller === "user",
    async provoke({ request }) {
      request.params = { ...request.params, fileId: request.params["uploadId"] ?? "" };
    },
  },
  "a full storage": {
    code: "forbidden",
    applies: isOne("createFile"),
    async provoke(stage) {
      await stage.database.query("UPDATE billing_entities SET seats = 1 WHERE id = $1", [stage.scene.billingEntityId]);
      for (let n = 0; n < 6; n += 1)
        await change(
          stage,
          `INSERT INTO files (id, room_id, file_name, size, mime_type, source, state, uploaded_by_id, storage_key, created_at)
           SELECT $2, room_id, 'large', 2000000000, mime_type, source, state, uploaded_by_id, $3, created_at FROM files WHERE id = $1`,
          "fileId",
          newId("file"),
          newStorageKey("files"),
        );
    },
  },
  "an agent in a room of two organizations": {
    code: "forbidden",
    applies: (stage) => isWrite(stage) && stage.caller === "agent",
    async provoke({ world, request }) {
      const [other, stranger] = [await world.organization(), await world.user()];
      await world.join(other.id, stranger.id);
      await world.enter(request.params["roomId"] ?? "", stranger.id);
    },
  },
  "an Idempotency-Key of another request": {
    code: "idempotency_conflict",
    applies: takesKeys,
    async provoke(stage) {
      await useKey(stage, "fingerprint = 'other'");
    },
  },
  "an Idempotency-Key of two days ago": {
    code: "idempotency_conflict",
    applies: takesKeys,
    async provoke(stage) {
      await useKey(stage, "created_at = created_at - interval '2 days'");
    },
  },
  "an outdated version": {
    code: "version_conflict",
    applies: isOne("updateTask"),
    async provoke({ request }) {
      request.body = { title: "New", version: 700 };
    },
  },
  "an inactive webhook": {
    code: "webhook_inactive",
    applies: isOne("redeliver"),
    provoke: (stage) => change(stage, "UPDATE webhooks SET is_active = false WHERE id = $1", "webhookId"),
  },
  "a full burst": {
    code: "rate_limit_exceeded",
    applies: isAllowed,
    async provoke() {
      const memory = createMemoryBurst();
      const full = Math.floor(Date.now() / 60_000);
      return useBurst({
        ...memory,
        take: (axes, window) => (window === full ? EXHAUSTED : memory).take(axes, window),
      });
    },
  },
  "limits that cannot be checked": {
    code: "rate_limit_backend_unavailable",
    applies: isAllowed,
    provoke: async () => useBurst({ ...EXHAUSTED, take: () => Promise.reject(new Error("down")) }),
  },
  "a key's budget that is used up": {
    code: "api_units_exceeded",
    applies: (stage) => isAllowed(stage) && isOnV1(stage) && stage.caller.endsWith("_key"),
    provoke: ({ database, request }) =>
      database.query("UPDATE api_keys SET monthly_units_max = 0 WHERE id = $1", [request.credential?.keyId]),
  },
  "units that are used up, for an owner": { ...UNITS_OF_ORGANIZATION, asks: ({ ownerId }) => ownerId },
  "units that are used up, for a manager": { ...UNITS_OF_ORGANIZATION, asks: ({ managerId }) => managerId },
  "units that are used up, for a person": {
    code: "api_units_exceeded",
    applies: (stage) => isAllowed(stage) && stage.caller === "personal_key",
    provoke: useUpUnits,
  },
};

async function useUpUnits({ world, database, scene }: Stage) {
  await database.query("UPDATE billing_entities SET seats = 1 WHERE id = $1", [scene.billingEntityId]);
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
