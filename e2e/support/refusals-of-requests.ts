import { createMemoryBurst } from "../../lib/usage/memory-burst";
import { withBurst } from "./ask-endpoint";
import { EXHAUSTED } from "./exhausted-burst";
import { askOperation, type CaseRows, type RefusalCase } from "./refusal-case";

/** Refused for the request itself, a limit, or the state of its object. */
export function refusalsOfRequests({ database, world }: CaseRows): Record<string, RefusalCase> {
  return {
    "a body that does not fit": {
      refusal: ["validation_error", "input", "input_invalid", "correct_request", "/docs/reference/createMessage"],
      isChecked: false,
      provoke(scene) {
        let body: unknown = { body: "" };
        return Promise.resolve({
          send: () => askOperation("createMessage", scene, scene.token, body),
          fix: async () => {
            body = { body: "Hello" };
          },
        });
      },
    },
    "a room without a board": {
      refusal: [
        "validation_error",
        "operation",
        "board_missing",
        "add_board",
        /^\/rooms\/room_\w+\/tasks\/boards\/new$/,
      ],
      isChecked: false,
      async provoke(scene) {
        const room = await world.room({ organizationId: scene.organizationId, billingEntityId: scene.billingEntityId });
        await world.enter(room.id, scene.userId);
        return {
          send: () => askOperation("createTask", { params: { roomId: room.id } }, scene.token),
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
        return { send: () => askOperation("redeliver", scene, scene.token), fix: () => setPayload(row?.payload ?? "") };
      },
    },
    "an outdated version": {
      refusal: ["version_conflict", "operation", "version_outdated", "read_again", "/docs/errors/version_conflict"],
      isChecked: false,
      provoke(scene) {
        let version = 7;
        return Promise.resolve({
          send: () => askOperation("updateTask", scene, scene.token, { title: "New", version }),
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
        return { send: () => askOperation("redeliver", scene, scene.token), fix: () => activate(true) };
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
          send: () => askOperation("listMessages", scene, scene.token),
          fix: () => database.query("UPDATE billing_entities SET seats = 100 WHERE id = $1", [scene.billingEntityId]),
        };
      },
    },
    "a key's budget that is used up": {
      refusal: [
        "api_units_exceeded",
        "reserveUnits",
        "key_units_used_up",
        "raise_budget",
        /^\/settings\/developer\/api-keys\/key_\w+\/budget$/,
      ],
      isChecked: true,
      async provoke({ organizationId, billingEntityId, ...scene }) {
        const { id, key } = await world.apiKey({ organizationId, billingEntityId });
        const setBudget = (units: number) =>
          database.query("UPDATE api_keys SET monthly_units_max = $2 WHERE id = $1", [id, units]);
        await setBudget(1);
        await askOperation("listMessages", scene, key);
        return { send: () => askOperation("listMessages", scene, key), fix: () => setBudget(9) };
      },
    },
    "a full burst": {
      refusal: ["rate_limit_exceeded", "limitBurst", "burst_full", "slow_down", "/settings/developer/usage"],
      isChecked: false,
      provoke(scene) {
        let backend = EXHAUSTED;
        return Promise.resolve({
          send: () => withBurst(backend, () => askOperation("listMessages", scene, scene.token)),
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
          send: () => withBurst(backend, () => askOperation("listMessages", scene, scene.token)),
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
        const send = (body: string) =>
          askOperation("createMessage", scene, scene.token, { body }, { "idempotency-key": key });
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
        return {
          send: () => askOperation("createMessage", scene, scene.token),
          fix: () => rename("events_away", "events"),
        };
      },
    },
  };
}
