import type { ErrorCode } from "../../lib/platform/errors";
import { newId } from "../../lib/platform/ids";
import type { Cause } from "../../lib/requests/cause-names";
import { askOperation, type CaseRows, type RefusalCase } from "./refusal-case";
import type { World } from "./world";

const past = new Date("2026-01-01T00:00:00Z");

function keyCase(world: World, code: ErrorCode, cause: Cause, options: object): RefusalCase {
  return {
    refusal: [code, "requireCredential", cause, "new_key", "/settings/developer/api-keys/new"],
    isChecked: false,
    async provoke(scene) {
      const owner = { organizationId: scene.organizationId, billingEntityId: scene.billingEntityId };
      let { key } = await world.apiKey({ ...owner, ...options });
      return {
        send: () => askOperation("listMessages", scene, key),
        fix: async () => {
          ({ key } = await world.apiKey(owner));
        },
      };
    },
  };
}

/** Refused for the credential, its scope, or its access to what the path names. */
export function refusalsOfCallers({ database, world }: CaseRows): Record<string, RefusalCase> {
  return {
    "an expired key": keyCase(world, "expired_api_key", "key_expired", { expiresAt: past }),
    "a revoked key": keyCase(world, "revoked_api_key", "key_revoked", { revokedAt: past }),
    "a key of the other environment": keyCase(world, "invalid_api_key", "key_of_other_environment", {
      environment: "live",
    }),
    "a key from an address that it does not allow": {
      refusal: [
        "forbidden",
        "requireCredential",
        "key_used_elsewhere",
        "allow_address",
        /^\/settings\/developer\/api-keys\/key_\w+\/addresses$/,
      ],
      isChecked: true,
      async provoke(scene) {
        const { organizationId, billingEntityId } = scene;
        const { id, key } = await world.apiKey({ organizationId, billingEntityId });
        const allow = (...networks: string[]) =>
          database.query("UPDATE api_keys SET allowed_networks = $2 WHERE id = $1", [id, networks]);
        await allow("203.0.113.0/24");
        return { send: () => askOperation("listMessages", scene, key), fix: () => allow("192.0.2.0/24") };
      },
    },
    "an ended grant": {
      refusal: [
        "unauthenticated",
        "requireCredential",
        "token_refused",
        "authorize_again",
        "/settings/developer/authorized-apps",
      ],
      isChecked: false,
      async provoke(scene) {
        const made = await world.accessToken(scene);
        let { token } = made;
        await database.query("UPDATE oauth_grants SET revoked_at = now() WHERE id = $1", [made.grantId]);
        return {
          send: () => askOperation("readMe", scene, token),
          fix: async () => {
            ({ token } = await world.accessToken(scene));
          },
        };
      },
    },
    "a missing scope": {
      refusal: [
        "insufficient_scope",
        "requireScope",
        "scope_missing",
        "authorize_with_scope",
        "/settings/developer/authorized-apps",
      ],
      isChecked: true,
      async provoke(scene) {
        const { token, grantId } = await world.accessToken({ ...scene, scopes: ["rooms:read"] });
        return {
          send: () => askOperation("listMessages", scene, token),
          fix: async () => {
            const scopes = ["rooms:read", "messages:read"];
            await database.query("UPDATE oauth_grants SET scopes = $2 WHERE id = $1", [grantId, scopes]);
            await database.query("UPDATE oauth_access_tokens SET scopes = $2 WHERE grant_id = $1", [grantId, scopes]);
          },
        };
      },
    },
    "a suspended organization": {
      refusal: [
        "forbidden",
        "requireActor",
        "account_suspended",
        "ask_administrator",
        /^\/settings\/organizations\/org_/,
      ],
      isChecked: true,
      async provoke(scene) {
        const suspend = (suspension: object | null) =>
          database.query("UPDATE billing_entities SET suspension = $2 WHERE id = $1", [
            scene.billingEntityId,
            suspension,
          ]);
        await suspend({ reason: "payment", message: "Pay.", at: "2026-01-01T00:00:00.000Z" });
        return { send: () => askOperation("listMessages", scene, scene.token), fix: () => suspend(null) };
      },
    },
    "an API key that writes": {
      refusal: ["forbidden", "requireAccess", "people_only", "use_person_token", "/docs/errors/forbidden"],
      isChecked: false,
      async provoke(scene) {
        let { key } = await world.apiKey({
          organizationId: scene.organizationId,
          billingEntityId: scene.billingEntityId,
        });
        return {
          send: () => askOperation("createMessage", scene, key),
          fix: async () => {
            key = scene.token;
          },
        };
      },
    },
    "a guest who writes": {
      refusal: ["forbidden", "requireAccess", "role_too_low", "change_role", /^\/rooms\/room_\w+\/members$/],
      isChecked: true,
      async provoke(scene) {
        await database.query("UPDATE room_members SET role = 10 WHERE room_id = $1", [scene.params["roomId"]]);
        return {
          send: () => askOperation("createMessage", scene, scene.token),
          fix: () => database.query("UPDATE room_members SET role = 20 WHERE room_id = $1", [scene.params["roomId"]]),
        };
      },
    },
    "a locked record": {
      refusal: ["forbidden", "operation", "record_closed", "reopen_record", /^\/rooms\/room_\w+\/records\/rec_\w+$/],
      isChecked: false,
      async provoke(scene) {
        const setStatus = (status: string) =>
          database.query("UPDATE records SET status = $2::record_status WHERE id = $1", [
            scene.params["recordId"],
            status,
          ]);
        await setStatus("LOCKED");
        return { send: () => askOperation("updateRecord", scene, scene.token), fix: () => setStatus("DRAFT") };
      },
    },
    "someone else's record": {
      refusal: ["forbidden", "requireAccess", "not_creator", "ask_creator", /^\/rooms\/room_\w+\/records\/rec_\w+$/],
      isChecked: true,
      async provoke(scene) {
        const setCreator = (id: string) =>
          database.query("UPDATE records SET created_by_id = $2 WHERE id = $1", [scene.params["recordId"], id]);
        await setCreator((await world.user()).id);
        return { send: () => askOperation("updateRecord", scene, scene.token), fix: () => setCreator(scene.userId) };
      },
    },
    "a room without a seat": {
      refusal: ["room_not_found", "requireAccess", "seat_missing", "take_seat", /^\/rooms\/room_\w+\/members$/],
      isChecked: true,
      async provoke(scene) {
        const roomId = scene.params["roomId"] ?? "";
        await database.query("DELETE FROM room_members WHERE room_id = $1", [roomId]);
        return {
          send: () => askOperation("listMessages", scene, scene.token),
          fix: () => world.enter(roomId, scene.userId),
        };
      },
    },
    "a room that does not exist": {
      refusal: ["room_not_found", "requireAccess", "room_unseen", "check_id", "/docs/errors/room_not_found"],
      isChecked: false,
      provoke(scene) {
        const good = scene.params["roomId"] ?? "";
        let roomId = newId("room");
        return Promise.resolve({
          send: () => askOperation("listMessages", { params: { roomId } }, scene.token),
          fix: async () => {
            roomId = good;
          },
        });
      },
    },
    "a task that does not exist": {
      refusal: ["not_found", "operation", "resource_unseen", "check_id", "/docs/errors/not_found"],
      isChecked: false,
      provoke(scene) {
        let taskId = newId("task");
        return Promise.resolve({
          send: () => askOperation("updateTask", { params: { ...scene.params, taskId } }, scene.token),
          fix: async () => {
            taskId = scene.params["taskId"] ?? "";
          },
        });
      },
    },
    "an organization's key at /v1/me": {
      refusal: ["not_found", "requireAccess", "person_needed", "use_person_token", "/docs/reference/readMe"],
      isChecked: false,
      async provoke(scene) {
        let { key } = await world.apiKey({
          organizationId: scene.organizationId,
          billingEntityId: scene.billingEntityId,
        });
        return {
          send: () => askOperation("readMe", scene, key),
          fix: async () => {
            key = scene.token;
          },
        };
      },
    },
  };
}
