import { SCOPES } from "../../lib/access/scopes";
import type { ErrorCode } from "../../lib/platform/errors";
import { newId } from "../../lib/platform/ids";
import {
  audienceOf,
  isAllowed,
  isExcluded,
  isKeyCaller,
  issue,
  isTokenCaller,
  type Stage,
  unknownKey,
  withoutScope,
} from "./walk-stage";

export interface Provocation {
  code: ErrorCode | ((stage: Stage) => ErrorCode);
  applies: (stage: Stage) => boolean;
  /** Spoils the request or the rows behind it. Its result puts back what the fix leaves changed. */
  provoke: (stage: Stage) => Promise<unknown>;
  /** The person who asks why, if not the owner of the organization. */
  asks?: (stage: Stage) => string;
}

const isPerson = ({ caller }: Stage) => caller !== "organization_key";
const isIn = (name: string) => (stage: Stage) => stage.operation.endpoint.path.includes(`{${name}}`);
const isManaging = ({ operation: { endpoint } }: Stage) =>
  endpoint.scope === "rooms:write" || endpoint.scope.startsWith("webhooks:");
const isWrite = ({ operation: { endpoint } }: Stage) => endpoint.kind === "write";
const ofOrganization = ({ caller }: Stage) => caller !== "personal_key";

const bad =
  (options: (stage: Stage) => Parameters<typeof issue>[1]) =>
  async (stage: Stage): Promise<void> => {
    stage.request.credential = await issue(stage, options(stage));
  };

const past = new Date("2026-01-01T00:00:00Z");
const key = (code: ErrorCode, options: object): Provocation => ({
  code,
  applies: isKeyCaller,
  provoke: bad(() => ({ scopes: ["me:read"], key: options })),
});

const changeGrant =
  (change: string) =>
  async (stage: Stage): Promise<void> => {
    stage.request.credential = await issue(stage);
    const { grantId, appId } = stage.request.credential;
    await stage.database.query(change, [change.includes("oauth_apps") ? appId : grantId]);
  };

const setRole = (role: number) => (stage: Stage) =>
  stage.database.query("UPDATE room_members SET role = $2 WHERE room_id = $1", [stage.request.params["roomId"], role]);

const spoilParam = (name: string, value: () => string) => async (stage: Stage) => {
  stage.request.params = { ...stage.request.params, [name]: value() };
};

const OBJECTS = {
  messageId: "msg",
  taskId: "task",
  recordId: "rec",
  fileId: "file",
  webhookId: "wh",
  deliveryId: "whd",
};
const objectOf = ({ operation }: Stage) =>
  Object.entries(OBJECTS).find(([name]) => operation.endpoint.path.includes(`{${name}}`));

/** Refused for the credential, its scope, or its access to what the path names. */
export const OF_CALLERS: Readonly<Record<string, Provocation>> = {
  "without a credential": {
    code: "unauthenticated",
    applies: (stage) => stage.caller === "user" || (stage.caller === "organization_key" && isWrite(stage)),
    async provoke({ request }) {
      request.credential = null;
    },
  },
  "an unknown key": {
    code: "invalid_api_key",
    // Nobody can tell whose key an unknown one was meant to be.
    applies: (stage) => isKeyCaller(stage) && (isAllowed(stage) || isWrite(stage)),
    async provoke({ request }) {
      request.credential = unknownKey();
    },
  },
  "a key of the other environment": key("invalid_api_key", { environment: "live" }),
  "an expired key": key("expired_api_key", { expiresAt: past }),
  "a revoked key": key("revoked_api_key", { revokedAt: past }),
  "a key from another address": {
    code: "forbidden",
    applies: isKeyCaller,
    provoke: bad(() => ({ key: { allowedNetworks: ["203.0.113.0/24"] } })),
  },
  "an expired token": {
    code: "unauthenticated",
    applies: isTokenCaller,
    provoke: changeGrant("UPDATE oauth_access_tokens SET expires_at = created_at WHERE grant_id = $1"),
  },
  "an ended grant": {
    code: "unauthenticated",
    applies: isTokenCaller,
    provoke: changeGrant("UPDATE oauth_grants SET revoked_at = created_at WHERE id = $1"),
  },
  "a deactivated app": {
    code: "unauthenticated",
    applies: (stage) => isTokenCaller(stage) && isAllowed(stage),
    provoke: changeGrant("UPDATE oauth_apps SET is_active = false WHERE id = $1"),
  },
  "a token for the other resource": {
    code: ({ operation }) => (operation.tool ? "forbidden" : "unauthenticated"),
    applies: isTokenCaller,
    provoke: bad((stage) => ({
      audience: audienceOf(stage).endsWith("mcp") ? "http://localhost:3000/v1" : "http://localhost:3000/mcp",
    })),
  },
  "another host": {
    code: "forbidden",
    applies: ({ operation }) => operation.tool !== null,
    async provoke({ request }) {
      request.host = "evil.example";
    },
  },
  "without the scope": {
    code: "insufficient_scope",
    applies: ({ caller }) => caller !== "session",
    provoke: bad(({ operation }) => ({ scopes: withoutScope(operation.endpoint.scope) })),
  },
  "without mcp:tools": {
    code: "insufficient_scope",
    applies: ({ operation }) => operation.tool !== null,
    provoke: bad(({ operation }) => ({ scopes: [operation.endpoint.scope] })),
  },
  "without a scope that the app may ask for": {
    code: "insufficient_scope",
    applies: (stage) => isTokenCaller(stage) && isAllowed(stage),
    async provoke(stage) {
      const { scope } = stage.operation.endpoint;
      stage.request.credential = await issue(stage, { scopes: withoutScope(scope) });
      await stage.database.query("UPDATE oauth_apps SET allowed_scopes = $2 WHERE id = $1", [
        stage.request.credential.appId,
        withoutScope(scope),
      ]);
    },
  },
  "without the scope, for a room elsewhere": {
    code: "insufficient_scope",
    applies: (stage) => stage.caller === "organization_key" && isAllowed(stage) && isIn("roomId")(stage),
    provoke: usePersonalKey(["me:read"]),
    asks: ({ scene }) => scene.userId,
  },
  "a caller that the operation never takes": {
    code: ({ operation }) => (operation.endpoint.operationId === "readMe" ? "not_found" : "forbidden"),
    applies: isExcluded,
    provoke: () => Promise.resolve(),
  },
  "a suspended account": {
    code: "forbidden",
    applies: (stage) => isAllowed(stage) && (stage.caller !== "session" || isIn("roomId")(stage)),
    provoke: ({ database, scene }) =>
      database.query("UPDATE billing_entities SET suspension = $2 WHERE id = $1", [
        scene.billingEntityId,
        { reason: "payment", message: "Pay.", at: "2026-01-01T00:00:00.000Z" },
      ]),
  },
  "a guest who writes": {
    code: "forbidden",
    applies: (stage) => isAllowed(stage) && isPerson(stage) && isWrite(stage),
    provoke: setRole(10),
  },
  "a member who manages": {
    code: (stage) => (isWrite(stage) ? "forbidden" : "not_found"),
    applies: (stage) => isAllowed(stage) && isPerson(stage) && isManaging(stage),
    provoke: setRole(20),
  },
  "a person without a seat": {
    code: "room_not_found",
    applies: (stage) =>
      isAllowed(stage) &&
      isPerson(stage) &&
      isIn("roomId")(stage) &&
      ofOrganization(stage) &&
      stage.caller !== "session",
    provoke: ({ database, request }) =>
      database.query("DELETE FROM room_members WHERE room_id = $1", [request.params["roomId"]]),
  },
  "a personal key for a room of an organization": {
    code: "room_not_found",
    applies: (stage) => stage.caller === "organization_key" && isAllowed(stage) && isIn("roomId")(stage),
    provoke: (stage) => usePersonalKey([stage.operation.endpoint.scope])(stage),
    asks: ({ scene }) => scene.userId,
  },
  "an organization's key for a personal room": {
    code: "room_not_found",
    applies: (stage) => stage.caller === "personal_key" && isAllowed(stage) && isIn("roomId")(stage),
    provoke: useOrganizationKey(SCOPES),
    asks: ({ scene }) => scene.userId,
  },
  "an organization's key without the scope, for a personal room": {
    code: "insufficient_scope",
    applies: (stage) => stage.caller === "personal_key" && isAllowed(stage) && isIn("roomId")(stage),
    provoke: useOrganizationKey(["me:read"]),
    asks: ({ scene }) => scene.userId,
  },
  "a token of the person's own area": {
    code: "room_not_found",
    applies: (stage) => isTokenCaller(stage) && isAllowed(stage) && isIn("roomId")(stage),
    async provoke(stage) {
      stage.request.credential = await issue(stage, { billingEntityId: await readOwnEntity(stage) });
    },
    asks: ({ scene }) => scene.userId,
  },
  "a personal room of someone else": {
    code: "room_not_found",
    applies: (stage) =>
      isTokenCaller(stage) && isAllowed(stage) && stage.operation.endpoint.operationId === "listMessages",
    async provoke({ world, database, request, scene }) {
      const other = await world.user();
      const { roomId = "" } = request.params;
      await world.enter(roomId, other.id, 40);
      const move = (organizationId: string | null, entity: string) =>
        database.query("UPDATE rooms SET organization_id = $2, billing_entity_id = $3 WHERE id = $1", [
          roomId,
          organizationId,
          entity,
        ]);
      await move(null, other.billingEntityId);
      return () => move(scene.organizationId, scene.billingEntityId);
    },
    asks: ({ scene }) => scene.userId,
  },
  "a room of direct messages": {
    code: "room_not_found",
    applies: (stage) => isAllowed(stage) && isIn("roomId")(stage) && stage.caller !== "session",
    async provoke({ world, request, scene }) {
      const { billingEntityId, organizationId, userId } = scene;
      const { id } = await world.room({ organizationId, billingEntityId, roomType: 1 });
      await world.enter(id, userId);
      request.params = { ...request.params, roomId: id };
    },
    asks: ({ scene, ownerId, caller }) => (caller === "organization_key" ? ownerId : scene.userId),
  },
  "a room that does not exist": {
    code: "room_not_found",
    applies: (stage) => isAllowed(stage) && isIn("roomId")(stage),
    provoke: spoilParam("roomId", () => newId("room")),
  },
  "a text that is no room": {
    code: "room_not_found",
    applies: (stage) => isAllowed(stage) && isIn("roomId")(stage),
    provoke: spoilParam("roomId", () => "general"),
  },
  "an object that does not exist": {
    code: "not_found",
    applies: (stage) => isAllowed(stage) && objectOf(stage) !== undefined,
    async provoke(stage) {
      const [name, prefix] = objectOf(stage) ?? ["", "msg"];
      const param = stage.operation.endpoint.operationId === "completeFile" ? "uploadId" : name;
      await spoilParam(param, () => newId(prefix as "msg"))(stage);
    },
  },
  "a text that is no object": {
    code: "not_found",
    applies: (stage) => isAllowed(stage) && objectOf(stage) !== undefined,
    async provoke(stage) {
      const [name = ""] = objectOf(stage) ?? [];
      await spoilParam(
        stage.operation.endpoint.operationId === "completeFile" ? "uploadId" : name,
        () => "first",
      )(stage);
    },
  },
};

function usePersonalKey(scopes: readonly string[]) {
  return async (stage: Stage): Promise<void> => {
    const { userId } = stage.scene;
    const billingEntityId = await readOwnEntity(stage);
    const { id, key: text } = await stage.world.apiKey({ userId, billingEntityId, scopes });
    stage.request.credential = { text, keyId: id };
  };
}

function useOrganizationKey(scopes: readonly string[]) {
  return async ({ world, scene, database, request }: Stage): Promise<void> => {
    const { organizationId, userId } = scene;
    const [org] = await database.query<{ id: string }>(
      "SELECT billing_entity_id AS id FROM organizations WHERE id = $1",
      [organizationId],
    );
    await database.query("UPDATE organization_memberships SET role = 30 WHERE user_id = $1", [userId]);
    const { id, key: text } = await world.apiKey({ organizationId, billingEntityId: org?.id ?? "", scopes });
    request.credential = { text, keyId: id };
  };
}

async function readOwnEntity({ database, scene }: Stage): Promise<string> {
  const [user] = await database.query<{ id: string }>("SELECT billing_entity_id AS id FROM users WHERE id = $1", [
    scene.userId,
  ]);
  return user?.id ?? "";
}
