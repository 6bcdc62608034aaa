import { describe, expect, test } from "vitest";
import { askEndpoint, bearer, errorOf, outcome, withBurst } from "../../e2e/support/ask-endpoint";
import { type EndpointScene, useEndpointScenes } from "../../e2e/support/endpoint-scene";
import { EXHAUSTED } from "../../e2e/support/exhausted-burst";
import type { Endpoint } from "../api/endpoint";
import type { ApiResponse } from "../api/request";
import type { Step } from "../api/trace";
import { type ErrorCode, STATUSES } from "../platform/errors";
import { newId } from "../platform/ids";
import { REGISTRY } from "../surface/registry";
import { createMemoryBurst } from "../usage/memory-burst";
import type { Cause, FixKind } from "./causes";
import { checkAgain } from "./check-again";
import { openRequests } from "./open-viewer";
import { explainRequest } from "./why";

const { database, world, createScene } = useEndpointScenes();

function endpointOf(operationId: string): Endpoint {
  const endpoint = REGISTRY.find((candidate) => candidate.operationId === operationId);
  if (!endpoint) throw new Error(`no ${operationId}`);
  return endpoint;
}

const ask = (
  operationId: string,
  { params }: Pick<EndpointScene, "params">,
  credential: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<ApiResponse> =>
  askEndpoint(
    endpointOf(operationId),
    params,
    { ...bearer(credential), ...headers },
    body === undefined ? {} : { body },
  );

interface Attempt {
  /** The request, as often as it is sent. */
  send: () => Promise<ApiResponse>;
  /** Does what the fix says. */
  fix: () => Promise<unknown>;
}

interface Case {
  refusal: [code: ErrorCode, step: Step, cause: Cause, kind: FixKind, href: string | RegExp];
  /** The second look says that the request still fails, and afterwards that it passes; false: the request itself must change. */
  isChecked: boolean;
  provoke: (scene: EndpointScene) => Promise<Attempt>;
}

const past = new Date("2026-01-01T00:00:00Z");

function keyCase(code: ErrorCode, cause: Cause, options: object): Case {
  return {
    refusal: [code, "requireCredential", cause, "new_key", "/settings/developer/api-keys/new"],
    isChecked: false,
    async provoke(scene) {
      const owner = { organizationId: scene.organizationId, billingEntityId: scene.billingEntityId };
      let { key } = await world.apiKey({ ...owner, ...options });
      return {
        send: () => ask("listMessages", scene, key),
        fix: async () => {
          ({ key } = await world.apiKey(owner));
        },
      };
    },
  };
}

const CASES: Record<string, Case> = {
  "an expired key": keyCase("expired_api_key", "key_expired", { expiresAt: past }),
  "a revoked key": keyCase("revoked_api_key", "key_revoked", { revokedAt: past }),
  "a key of the other environment": keyCase("invalid_api_key", "key_of_other_environment", { environment: "live" }),
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
        send: () => ask("readMe", scene, token),
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
        send: () => ask("listMessages", scene, token),
        fix: async () => {
          const scopes = ["rooms:read", "messages:read"];
          await database.query("UPDATE oauth_grants SET scopes = $2 WHERE id = $1", [grantId, scopes]);
          await database.query("UPDATE oauth_access_tokens SET scopes = $2 WHERE grant_id = $1", [grantId, scopes]);
        },
      };
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
        send: () => ask("createMessage", scene, key),
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
        send: () => ask("createMessage", scene, scene.token),
        fix: () => database.query("UPDATE room_members SET role = 20 WHERE room_id = $1", [scene.params["roomId"]]),
      };
    },
  },
  "a locked record": {
    refusal: ["forbidden", "requireAccess", "record_closed", "reopen_record", /^\/rooms\/room_\w+\/records\/rec_\w+$/],
    isChecked: true,
    async provoke(scene) {
      const setStatus = (status: string) =>
        database.query("UPDATE records SET status = $2::record_status WHERE id = $1", [
          scene.params["recordId"],
          status,
        ]);
      await setStatus("LOCKED");
      return { send: () => ask("updateRecord", scene, scene.token), fix: () => setStatus("DRAFT") };
    },
  },
  "someone else's record": {
    refusal: ["forbidden", "requireAccess", "not_creator", "ask_creator", /^\/rooms\/room_\w+\/records\/rec_\w+$/],
    isChecked: true,
    async provoke(scene) {
      const setCreator = (id: string) =>
        database.query("UPDATE records SET created_by_id = $2 WHERE id = $1", [scene.params["recordId"], id]);
      await setCreator((await world.user()).id);
      return { send: () => ask("updateRecord", scene, scene.token), fix: () => setCreator(scene.userId) };
    },
  },
  "a room without a seat": {
    refusal: ["room_not_found", "requireAccess", "seat_missing", "take_seat", /^\/rooms\/room_\w+\/members$/],
    isChecked: true,
    async provoke(scene) {
      const roomId = scene.params["roomId"] ?? "";
      await database.query("DELETE FROM room_members WHERE room_id = $1", [roomId]);
      return { send: () => ask("listMessages", scene, scene.token), fix: () => world.enter(roomId, scene.userId) };
    },
  },
  "a room that does not exist": {
    refusal: ["room_not_found", "requireAccess", "room_unseen", "check_id", "/docs/errors/room_not_found"],
    isChecked: false,
    provoke(scene) {
      const good = scene.params["roomId"] ?? "";
      let roomId = newId("room");
      return Promise.resolve({
        send: () => ask("listMessages", { params: { roomId } }, scene.token),
        fix: async () => {
          roomId = good;
        },
      });
    },
  },
  "a task that does not exist": {
    refusal: ["not_found", "requireAccess", "resource_unseen", "check_id", "/docs/errors/not_found"],
    isChecked: false,
    provoke(scene) {
      let taskId = newId("task");
      return Promise.resolve({
        send: () => ask("updateTask", { params: { ...scene.params, taskId } }, scene.token),
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
        send: () => ask("readMe", scene, key),
        fix: async () => {
          key = scene.token;
        },
      };
    },
  },
  "a body that does not fit": {
    refusal: ["validation_error", "input", "input_invalid", "correct_request", "/docs/reference/createMessage"],
    isChecked: false,
    provoke(scene) {
      let body: unknown = { body: "" };
      return Promise.resolve({
        send: () => ask("createMessage", scene, scene.token, body),
        fix: async () => {
          body = { body: "Hello" };
        },
      });
    },
  },
  "a room without a board": {
    refusal: ["validation_error", "operation", "board_missing", "add_board", /^\/rooms\/room_\w+\/tasks\/boards\/new$/],
    isChecked: false,
    async provoke(scene) {
      const room = await world.room({ organizationId: scene.organizationId, billingEntityId: scene.billingEntityId });
      await world.enter(room.id, scene.userId);
      return {
        send: () => ask("createTask", { params: { roomId: room.id } }, scene.token),
        fix: () => world.board(room.id),
      };
    },
  },
  "a payload that cannot be read": {
    refusal: ["validation_error", "operation", "payload_unreadable", "check_id", "/docs/errors/validation_error"],
    isChecked: false,
    async provoke(scene) {
      const id = scene.params["deliveryId"];
      const [row] = await database.query<{ payload: string }>("SELECT payload FROM delivery_attempts WHERE id = $1", [
        id,
      ]);
      const setPayload = (payload: string) =>
        database.query("UPDATE delivery_attempts SET payload = $2 WHERE id = $1", [id, payload]);
      await setPayload("{}");
      return { send: () => ask("redeliver", scene, scene.token), fix: () => setPayload(row?.payload ?? "") };
    },
  },
  "an outdated version": {
    refusal: ["version_conflict", "operation", "version_outdated", "read_again", "/docs/errors/version_conflict"],
    isChecked: false,
    provoke(scene) {
      let version = 7;
      return Promise.resolve({
        send: () => ask("updateTask", scene, scene.token, { title: "New", version }),
        fix: async () => {
          version = 1;
        },
      });
    },
  },
  "an inactive webhook": {
    refusal: [
      "webhook_inactive",
      "operation",
      "webhook_inactive",
      "activate_webhook",
      /^\/settings\/developer\/webhooks\/wh_\w+$/,
    ],
    isChecked: false,
    async provoke(scene) {
      const activate = (isActive: boolean) =>
        database.query("UPDATE webhooks SET is_active = $2 WHERE id = $1", [scene.params["webhookId"], isActive]);
      await activate(false);
      return { send: () => ask("redeliver", scene, scene.token), fix: () => activate(true) };
    },
  },
  "units that are used up": {
    refusal: [
      "api_units_exceeded",
      "reserveUnits",
      "units_used_up",
      "add_seats",
      /^\/settings\/organizations\/org_\w+\/seats$/,
    ],
    isChecked: true,
    async provoke(scene) {
      await world.useUpUnits(scene.billingEntityId, 1_000_000);
      return {
        send: () => ask("listMessages", scene, scene.token),
        fix: () => database.query("UPDATE billing_entities SET seats = 100 WHERE id = $1", [scene.billingEntityId]),
      };
    },
  },
  "a full burst": {
    refusal: ["rate_limit_exceeded", "limitBurst", "burst_full", "slow_down", "/settings/developer/usage"],
    isChecked: false,
    provoke(scene) {
      let backend = EXHAUSTED;
      return Promise.resolve({
        send: () => withBurst(backend, () => ask("listMessages", scene, scene.token)),
        fix: async () => {
          backend = createMemoryBurst();
        },
      });
    },
  },
  "limits that cannot be checked": {
    refusal: [
      "rate_limit_backend_unavailable",
      "limitBurst",
      "limits_down",
      "retry",
      "/docs/errors/rate_limit_backend_unavailable",
    ],
    isChecked: false,
    provoke(scene) {
      let backend = { ...EXHAUSTED, take: () => Promise.reject(new Error("down")) };
      return Promise.resolve({
        send: () => withBurst(backend, () => ask("listMessages", scene, scene.token)),
        fix: async () => {
          backend = createMemoryBurst() as typeof backend;
        },
      });
    },
  },
  "an Idempotency-Key of another request": {
    refusal: [
      "idempotency_conflict",
      "claimIdempotency",
      "key_of_other_request",
      "new_idempotency_key",
      "/docs/errors/idempotency_conflict",
    ],
    isChecked: false,
    async provoke(scene) {
      let key = "one";
      const send = (body: string) => ask("createMessage", scene, scene.token, { body }, { "idempotency-key": key });
      await send("First");
      return {
        send: () => send("Second"),
        fix: async () => {
          key = "two";
        },
      };
    },
  },
  "a fault of ours": {
    refusal: ["internal_error", "operation", "fault", "retry", "/docs/errors/internal_error"],
    isChecked: false,
    async provoke(scene) {
      const rename = (from: string, to: string) => database.query(`ALTER TABLE ${from} RENAME TO ${to}`);
      await rename("events", "events_away");
      return { send: () => ask("createMessage", scene, scene.token), fix: () => rename("events_away", "events") };
    },
  },
};

async function createManager({ organizationId }: EndpointScene) {
  const manager = await world.user();
  await world.join(organizationId, manager.id, 30);
  return openRequests(manager.id);
}

describe("every code, provoked on purpose", () => {
  test.each(Object.entries(CASES))(
    "%s: why names the step and the fix, and with the fix the call passes",
    async (_, expected) => {
      const scene = await createScene();
      const viewer = await createManager(scene);
      const { send, fix } = await expected.provoke(scene);
      const refused = await send();
      const [code, step, cause, kind, href] = expected.refusal;
      expect(errorOf(refused)).toMatchObject({ code });
      const { requestId } = errorOf(refused);
      const why = await explainRequest(viewer, requestId);
      expect(why.stop).toMatchObject({ step, code, cause, fix: { kind } });
      if (href instanceof RegExp) expect(why.stop?.fix.href).toMatch(href);
      else expect(why.stop?.fix.href).toBe(href);
      const stopped = why.gates.filter(({ verdict }) => verdict === "stopped").map(({ gate }) => gate);
      expect(stopped).toEqual(step === "input" || step === "operation" ? [] : [step]);
      if (expected.isChecked) {
        const look = await checkAgain(viewer, requestId);
        expect(look?.stop).toMatchObject({ step, code, cause });
      }
      await fix();
      if (expected.isChecked) expect((await checkAgain(viewer, requestId))?.stop).toBeNull();
      const passed = await send();
      expect(outcome(passed)[1]).toBe("ok");
      const after = await explainRequest(viewer, passed.headers["x-request-id"] ?? "");
      expect(after.stop).toBeNull();
      expect(after.gates.filter(({ verdict }) => verdict === "stopped" || verdict === "not_reached")).toEqual([]);
    },
  );

  test("the table has every code of the contract", () => {
    expect([...new Set(Object.values(CASES).map(({ refusal: [code] }) => code))].sort()).toEqual(
      Object.keys(STATUSES).sort(),
    );
  });
});

describe("requests without a known credential", () => {
  test.each([
    ["no known token", `svc_at_${"x".repeat(43)}`, "unauthenticated", "credential_unknown"],
    ["an unknown key", `svc_test_${"x".repeat(43)}`, "invalid_api_key", "key_unknown"],
  ])("%s: the holder of the request id learns the first gate, and nothing else", async (_, credential, code, cause) => {
    const scene = await createScene();
    const { requestId } = errorOf(await ask("listMessages", scene, credential));
    const why = await explainRequest(await openRequests((await world.user()).id), requestId);
    expect(why).toMatchObject({ area: null, stop: { step: "requireCredential", code, cause }, userAgent: null });
    expect(JSON.stringify(why)).not.toContain(scene.params["roomId"]);
  });

  test("an id that the client chose can be guessed: it opens nothing", async () => {
    const scene = await createScene();
    await ask("listMessages", scene, "nothing", undefined, { "x-request-id": "guess-me" });
    await expect(explainRequest(await openRequests(scene.userId), "guess-me")).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe("what a request met and caused", () => {
  test("a write: gates with their times, units, windows, the event and its deliveries", async () => {
    const scene = await createScene();
    const written = await ask("createMessage", scene, scene.token, { body: "Hello" }, { "idempotency-key": "k" });
    const requestId = written.headers["x-request-id"] ?? "";
    const why = await explainRequest(await openRequests(scene.userId), requestId);
    expect(why.gates.map(({ gate, verdict }) => `${gate} ${verdict}`)).toEqual([
      "requireCredential passed",
      "requireActor passed",
      "requireScope passed",
      "requireAccess passed",
      "limitBurst passed",
      "reserveUnits passed",
      "claimIdempotency passed",
    ]);
    for (const { micros } of why.gates) expect(micros).toBeGreaterThanOrEqual(0);
    expect(why.gates).toMatchObject([
      { authMethod: "oauth_bearer", credential: { id: scene.appId } },
      { actor: { person: { id: scene.userId, name: "Test Person" } } },
      { needed: "messages:write", had: expect.arrayContaining(["messages:write"]) },
      { roomId: scene.params["roomId"], role: 30 },
      { windows: expect.arrayContaining([{ scope: "endpoint", limit: 30, left: 29, isFull: false }]) },
      { limit: 1_000_000, used: 3, cost: 3 },
      { key: "new" },
    ]);
    const { id } = JSON.parse(written.body ?? "{}") as { id: string };
    expect(why.caused).toMatchObject({
      resourceId: id,
      events: [
        {
          type: "message.created",
          object: { type: "message", id },
          deliveries: [{ webhook: { id: scene.params["webhookId"] }, state: "PENDING", attempts: [] }],
        },
      ],
    });
    // A manager of the organization who does not manage the room sees the event, and no webhook of it.
    const elsewhere = await explainRequest(await createManager(scene), requestId);
    expect(elsewhere.caused.events).toMatchObject([{ type: "message.created", deliveries: null }]);
    const again = await ask("createMessage", scene, scene.token, { body: "Hello" }, { "idempotency-key": "k" });
    const replay = await explainRequest(await openRequests(scene.userId), again.headers["x-request-id"] ?? "");
    expect(replay.gates.at(-1)).toMatchObject({ key: "replayed" });
  });

  test("other tenants, other members and guests do not find it", async () => {
    const scene = await createScene();
    const other = await createScene();
    const member = await world.user();
    await world.join(scene.organizationId, member.id, 20);
    const guest = await world.user();
    await world.join(scene.organizationId, guest.id, 10);
    const answer = await ask("listMessages", scene, scene.token);
    const requestId = answer.headers["x-request-id"] ?? "";
    const strangers = [other.userId, member.id, guest.id].map((id) => openRequests(id));
    for (const viewer of [...(await Promise.all(strangers)), await createManager(other)]) {
      await expect(explainRequest(viewer, requestId)).rejects.toMatchObject({ code: "not_found" });
      await expect(checkAgain(viewer, requestId)).rejects.toMatchObject({ code: "not_found" });
    }
    expect((await explainRequest(await openRequests(scene.userId), requestId)).stop).toBeNull();
  });

  test("a second look counts nothing and writes nothing", async () => {
    const scene = await createScene();
    const answer = await ask("createMessage", scene, scene.token);
    const viewer = await openRequests(scene.userId);
    const state = () =>
      Promise.all([
        database.query("SELECT confirmed, reserved FROM unit_ledger WHERE billing_entity_id = $1", [
          scene.billingEntityId,
        ]),
        database.query("SELECT count(*) FROM audit_log"),
        database.query("SELECT count(*) FROM unit_reservations"),
      ]);
    const before = await state();
    for (let n = 0; n < 40; n += 1) await checkAgain(viewer, answer.headers["x-request-id"] ?? "");
    expect(await state()).toEqual(before);
    const next = await ask("createMessage", scene, scene.token);
    expect(Number(next.headers["ratelimit-remaining"])).toBe(Number(answer.headers["ratelimit-remaining"]) - 1);
  });
});
