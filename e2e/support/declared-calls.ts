import { type Operation, readDescription } from "../../packages/generate/description";

/** The rows that calls of one person name, by the parameters of the paths. */
export interface CallScene {
  ids: Readonly<Record<string, string>>;
  token: string;
}

export interface Expectation {
  operation: Operation;
  /** The error code, or undefined where the call succeeds. */
  code: string | undefined;
  scene: CallScene;
  credential:
    | "token"
    | "key"
    | "organization-key"
    | "expired"
    | "revoked"
    | "unknown-key"
    | "unknown-token"
    | "other-scope";
  ids: Readonly<Record<string, string>>;
  body: object | undefined;
  query: Readonly<Record<string, string | number>>;
  idempotencyKey: string | undefined;
}

export const OPERATIONS = readDescription().operations;

/** Needs a service that is broken, or whose limits have no backend: other tests do that. */
const BROKEN_SERVICE = ["internal_error", "rate_limit_backend_unavailable"];

/** Codes that an operation declares and that calls of a typed client can bring about. */
export function listReachable({ errors, query, takesIdempotencyKey }: Operation): string[] {
  // A read without a query has nothing that could be malformed.
  const isOpen = query.length > 0 || takesIdempotencyKey;
  return errors.filter((code) => !BROKEN_SERVICE.includes(code) && (code !== "validation_error" || isOpen));
}

export function expectSuccess(operation: Operation, scene: CallScene): Expectation {
  return { ...begin(operation, scene), code: undefined };
}

/** The call that brings each reachable code about. */
export function expectErrors(
  operation: Operation,
  scenes: { plain: CallScene; withoutUnits: CallScene; refused: CallScene; usedKey: string; inactiveWebhook: object },
): Expectation[] {
  const call = begin(operation, scenes.plain);
  const last = operation.pathParameters.at(-1);
  const changes: Record<string, Partial<Expectation>> = {
    unauthenticated: { credential: "unknown-token" },
    invalid_api_key: { credential: "unknown-key" },
    expired_api_key: { credential: "expired" },
    revoked_api_key: { credential: "revoked" },
    insufficient_scope: { credential: "other-scope" },
    forbidden: { credential: "key" },
    room_not_found: { ids: { ...call.ids, roomId: "room_of_no_one" } },
    not_found: last === undefined ? { credential: "organization-key" } : { ids: { ...call.ids, [last]: "nothing" } },
    validation_error: operation.query.length > 0 ? { query: { limit: 0 } } : { idempotencyKey: "k".repeat(300) },
    idempotency_conflict: { idempotencyKey: scenes.usedKey },
    version_conflict: { body: { ...call.body, version: 999 } },
    webhook_inactive: { ids: { ...call.ids, ...scenes.inactiveWebhook } },
    api_units_exceeded: begin(operation, scenes.withoutUnits),
    rate_limit_exceeded: begin(operation, scenes.refused),
  };
  return listReachable(operation).map((code) => {
    const change = changes[code];
    if (!change) throw new Error(`No call is known that brings ${code} about: add it here`);
    return { ...call, ...change, code };
  });
}

function begin(operation: Operation, scene: CallScene): Expectation {
  return {
    operation,
    code: undefined,
    scene,
    credential: "token",
    ids: scene.ids,
    body: operation.body && writeBody(operation, scene),
    query: {},
    idempotencyKey: undefined,
  };
}

function writeBody({ id }: Operation, { ids }: CallScene): object {
  const bodies: Record<string, object> = {
    updateRoom: { name: "Room" },
    createMessage: { body: "Hello" },
    createTask: { title: "Plan" },
    updateTask: { title: "Better plan" },
    createRecord: { title: "Minutes" },
    updateRecord: { content: "Text" },
    createFile: { fileName: "a.txt", mimeType: "text/plain", size: 5, taskId: ids["taskId"] },
  };
  const body = bodies[id];
  if (!body) throw new Error(`The operation ${id} has no body here: add one`);
  return body;
}
