import { SCOPES } from "../access/scopes";
import type { ErrorCode } from "../platform/errors";
import { newId } from "../platform/ids";
import {
  change,
  changePayer,
  isAllowed,
  isExcluded,
  isKeyCaller,
  issue,
  isTokenCaller,
  type Stage,
  unknownKey,
  withoutScope,
} from "./walk-stage.cases";

export type Provocation = readonly [
  code: ErrorCode | ((stage: Stage) => ErrorCode),
  applies: (stage: Stage) => boolean,
  /** Spoils the request or the rows behind it. Its result puts back what the fix leaves changed. */
  provoke: (stage: Stage) => Promise<unknown>,
  /** The person who asks why, if not the owner of the organization. */
  asks?: (stage: Stage) => string,
];

/** The request with this in place of its own. */
export function send(change: Partial<Stage["request"]>) {
  return async ({ request }: Stage) => void Object.assign(request, change);
}

const isPerson = ({ caller }: Stage) => caller !== "organization_key";
const isIn = (name: string) => (stage: Stage) => stage.operation.endpoint.path.includes(`{${name}}`);
const isManaging = ({ operation: { endpoint } }: Stage) =>
  endpoint.scope === "rooms:write" || endpoint.scope.startsWith("webhooks:");
const isWrite = ({ operation: { endpoint } }: Stage) => endpoint.kind === "write";

const bad =
  (options: (stage: Stage) => Parameters<typeof issue>[1]) =>
  async (stage: Stage): Promise<void> => {
    stage.request.credential = await issue(stage, options(stage));
  };

const past = new Date("2026-01-01T00:00:00Z");
const key = (code: ErrorCode, options: object): Provocation => [
  code,
  isKeyCaller,
  bad(() => ({ scopes: ["me:read"], key: options })),
];

const changeGrant =
  (change: string) =>
  async (stage: Stage): Promise<void> => {
    stage.request.credential = await issue(stage);
    const { grantId, appId } = stage.request.credential;
    await stage.database.query(change, [change.includes("oauth_apps") ? appId : grantId]);
  };

const setRole = (role: number) => (stage: Stage) =>
  change(stage, "UPDATE room_members SET role = $2 WHERE room_id = $1", "roomId", role);

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

const inRoom = (stage: Stage) => isAllowed(stage) && isIn("roomId")(stage);
const byOrganizationKey = (stage: Stage) => stage.caller === "organization_key" && inRoom(stage);
const byPersonalKey = (stage: Stage) => stage.caller === "personal_key" && inRoom(stage);
const isAllowedToken = (stage: Stage) => isTokenCaller(stage) && isAllowed(stage);
const asPerson = ({ scene }: Stage) => scene.userId;
const isTool = ({ operation }: Stage) => operation.tool !== null;

/** Refused for the credential, its scope, or its access to what the path names. */
export const OF_CALLERS: Readonly<Record<string, Provocation>> = {
  "without a credential": [
    "unauthenticated",
    (stage) => stage.caller === "user" || (stage.caller === "organization_key" && isWrite(stage)),
    send({ credential: null }),
  ],
  // Nobody can tell whose key an unknown one was meant to be.
  "an unknown key": [
    "invalid_api_key",
    (stage) => isKeyCaller(stage) && (isAllowed(stage) || isWrite(stage)),
    (stage) => send({ credential: unknownKey() })(stage),
  ],
  "a key of the other environment": key("invalid_api_key", { environment: "live" }),
  "an expired key": key("expired_api_key", { expiresAt: past }),
  "a revoked key": key("revoked_api_key", { revokedAt: past }),
  "a key from another address": [
    "forbidden",
    isKeyCaller,
    bad(() => ({ key: { allowedNetworks: ["203.0.113.0/24"] } })),
  ],
  "an expired token": [
    "unauthenticated",
    isTokenCaller,
    changeGrant("UPDATE oauth_access_tokens SET expires_at = created_at WHERE grant_id = $1"),
  ],
  "an ended grant": [
    "unauthenticated",
    isTokenCaller,
    changeGrant("UPDATE oauth_grants SET revoked_at = created_at WHERE id = $1"),
  ],
  "a deactivated app": [
    "unauthenticated",
    isAllowedToken,
    changeGrant("UPDATE oauth_apps SET is_active = false WHERE id = $1"),
  ],
  "a token for the other resource": [
    (stage) => (isTool(stage) ? "forbidden" : "unauthenticated"),
    isTokenCaller,
    bad((stage) => ({ audience: `http://localhost:3000/${isTool(stage) ? "v1" : "mcp"}` })),
  ],
  "another host": ["forbidden", isTool, send({ host: "evil.example" })],
  "without the scope": [
    "insufficient_scope",
    ({ caller }) => caller !== "session",
    bad(({ operation }) => ({ scopes: withoutScope(operation.endpoint.scope) })),
  ],
  "without mcp:tools": ["insufficient_scope", isTool, bad(({ operation }) => ({ scopes: [operation.endpoint.scope] }))],
  "without a scope that the app may ask for": [
    "insufficient_scope",
    isAllowedToken,
    async (stage) => {
      const scopes = withoutScope(stage.operation.endpoint.scope);
      const credential = await issue(stage, { scopes });
      stage.request.credential = credential;
      await stage.database.query("UPDATE oauth_apps SET allowed_scopes = $2 WHERE id = $1", [credential.appId, scopes]);
    },
  ],
  "without the scope, for a room elsewhere": [
    "insufficient_scope",
    byOrganizationKey,
    usePersonalKey(["me:read"]),
    asPerson,
  ],
  "a caller that the operation never takes": [
    ({ operation }) => (operation.endpoint.operationId === "readMe" ? "not_found" : "forbidden"),
    isExcluded,
    () => Promise.resolve(),
  ],
  "a suspended account": [
    "forbidden",
    (stage) => isAllowed(stage) && (stage.caller !== "session" || isIn("roomId")(stage)),
    (stage) => changePayer(stage, "suspension = $2", { reason: "payment", message: "Pay.", at: past.toISOString() }),
  ],
  "a guest who writes": ["forbidden", (stage) => isAllowed(stage) && isPerson(stage) && isWrite(stage), setRole(10)],
  "a member who manages": [
    (stage) => (isWrite(stage) ? "forbidden" : "not_found"),
    (stage) => isAllowed(stage) && isPerson(stage) && isManaging(stage),
    setRole(20),
  ],
  "a person without a seat": [
    "room_not_found",
    (stage) => inRoom(stage) && isTokenCaller(stage),
    (stage) => change(stage, "DELETE FROM room_members WHERE room_id = $1", "roomId"),
  ],
  "a personal key for a room of an organization": [
    "room_not_found",
    byOrganizationKey,
    (stage) => usePersonalKey([stage.operation.endpoint.scope])(stage),
    asPerson,
  ],
  "an organization's key for a personal room": ["room_not_found", byPersonalKey, useOrganizationKey(SCOPES), asPerson],
  "an organization's key without the scope, for a personal room": [
    "insufficient_scope",
    byPersonalKey,
    useOrganizationKey(["me:read"]),
    asPerson,
  ],
  "a token of the person's own area": [
    "room_not_found",
    (stage) => isTokenCaller(stage) && inRoom(stage),
    async (stage) => {
      const billingEntityId = await stage.world.findPayer(stage.scene.userId);
      stage.request.credential = await issue(stage, { billingEntityId });
    },
    asPerson,
  ],
  "a personal room of someone else": [
    "room_not_found",
    (stage) => isAllowedToken(stage) && stage.operation.endpoint.operationId === "listMessages",
    async (stage) => {
      const { world, scene } = stage;
      const other = await world.user();
      await world.enter(scene.params["roomId"] ?? "", other.id, 40);
      const text = "UPDATE rooms SET organization_id = $2, billing_entity_id = $3 WHERE id = $1";
      const move = (organizationId: string | null, entity: string) =>
        change(stage, text, "roomId", organizationId, entity);
      await move(null, other.billingEntityId);
      return () => move(scene.organizationId, scene.billingEntityId);
    },
    asPerson,
  ],
  "a room of direct messages": [
    "room_not_found",
    (stage) => inRoom(stage) && stage.caller !== "session",
    async ({ world, request, scene }) => {
      const { billingEntityId, organizationId, userId } = scene;
      const { id } = await world.room({ organizationId, billingEntityId, roomType: 1 });
      await world.enter(id, userId);
      request.params = { ...request.params, roomId: id };
    },
    ({ scene, ownerId, caller }) => (caller === "organization_key" ? ownerId : scene.userId),
  ],
  "a room that does not exist": ["room_not_found", inRoom, spoilParam("roomId", () => newId("room"))],
  "a text that is no room": ["room_not_found", inRoom, spoilParam("roomId", () => "general")],
  "an object that does not exist": ["not_found", hasObject, spoilObject((prefix) => newId(prefix as "msg"))],
  "a text that is no object": ["not_found", hasObject, spoilObject(() => "first")],
};

function hasObject(stage: Stage): boolean {
  return isAllowed(stage) && objectOf(stage) !== undefined;
}

function spoilObject(make: (prefix: string) => string) {
  return async (stage: Stage): Promise<void> => {
    const [name = "", prefix = ""] = objectOf(stage) ?? [];
    const param = stage.operation.endpoint.operationId === "completeFile" ? "uploadId" : name;
    await spoilParam(param, () => make(prefix))(stage);
  };
}

function usePersonalKey(scopes: readonly string[]) {
  return async (stage: Stage): Promise<void> => {
    const { userId } = stage.scene;
    const billingEntityId = await stage.world.findPayer(userId);
    const { id, key: text } = await stage.world.apiKey({ userId, billingEntityId, scopes });
    stage.request.credential = { text, keyId: id };
  };
}

function useOrganizationKey(scopes: readonly string[]) {
  return async ({ world, scene, database, request }: Stage): Promise<void> => {
    const { organizationId, userId } = scene;
    await database.query("UPDATE organization_memberships SET role = 30 WHERE user_id = $1", [userId]);
    const billingEntityId = await world.findPayer(organizationId);
    const { id, key: text } = await world.apiKey({ organizationId, billingEntityId, scopes });
    request.credential = { text, keyId: id };
  };
}
