import { type Operation, readDescription } from "../../../packages/generate/description";
import type { Distortion } from "../../support/servers/http-proxies";

/** The rows that calls of one person name, by the parameters of the paths, and the person's token. */
export interface CallScene {
  ids: Readonly<Record<string, string>>;
  token: string;
}

export interface Scenes {
  good: CallScene & { redelivery: Pick<DeclaredCall, "ids" | "credential"> };
  limited: CallScene;
  bad: CallScene & {
    /** Allows no address of these tests. */
    restrictedKey: string;
    organizationKey: string;
    expiredKey: string;
    revokedKey: string;
    /** A token that has every scope but this one. */
    tokenWithout: (scope: string) => string;
    usedKey: string;
    ofInactiveWebhook: Readonly<Record<string, string>>;
    unreadableDelivery: Readonly<Record<string, string>>;
    withoutUnits: CallScene;
  };
}

/** `live` is the service of the http tests with its demo; `roomy` has no bursts; the others have lost a part. */
export type ServiceName = "live" | "roomy" | "withoutLedger" | "withoutLimits" | "withoutDatabase";

/** A cell of the table: an operation, an outcome that the description declares for it, and a call that has this outcome. */
export interface DeclaredCall {
  operation: Operation;
  status: number;
  /** Absent where the call succeeds. */
  code?: string;
  service: ServiceName;
  distortion?: Distortion;
  credential: { apiKey: string } | { accessToken: string };
  ids: Readonly<Record<string, string>>;
  body?: object;
  query: Readonly<Record<string, string | number>>;
  idempotencyKey?: string;
}

const { operations: OPERATIONS, schemas } = readDescription();
export const SCHEMAS = schemas;
export const CELL_COUNT = OPERATIONS.reduce((sum, { failures }) => sum + 1 + failures.length, 0);

/** Fails where the description declares an outcome that no call here brings about. */
export function listDeclaredCalls(scenes: Scenes): DeclaredCall[] {
  return OPERATIONS.flatMap((operation) => [
    succeed(operation, scenes.good),
    ...operation.failures.map((failure) => ({ ...fail(operation, scenes, failure), ...failure })),
  ]);
}

export const listGoodCalls = (good: Scenes["good"]): DeclaredCall[] =>
  OPERATIONS.map((operation) => succeed(operation, good));

function succeed(operation: Operation, good: Scenes["good"]): DeclaredCall {
  const own: Readonly<Record<string, Partial<DeclaredCall>>> = {
    completeFile: { ids: { ...good.ids, fileId: good.ids["uploadId"] ?? "" } },
    redeliver: good.redelivery,
  };
  return { ...begin(operation, good), ...own[operation.id], service: "live" };
}

function fail(operation: Operation, scenes: Scenes, failure: { status: number; code: string }): DeclaredCall {
  const key = `${failure.status} ${failure.code}`;
  const provoke = PROVOCATIONS[key];
  if (!provoke) throw new Error(`No call is known that brings ${key} about: add it here`);
  const call = begin(operation, scenes.bad);
  return { ...call, ...provoke(call, scenes) };
}

type Provocation = (call: DeclaredCall, scenes: Scenes) => Partial<DeclaredCall>;

const PROVOCATIONS: Readonly<Record<string, Provocation>> = {
  "400 validation_error": ({ operation, query }) => {
    if (operation.query.length > 0) return { query: { ...query, limit: 0 } };
    return operation.takesIdempotencyKey ? { idempotencyKey: "k".repeat(300) } : { distortion: "garbled" };
  },
  "401 unauthenticated": () => ({ credential: { accessToken: `svc_at_${"a".repeat(43)}` } }),
  "401 invalid_api_key": () => ({ credential: { apiKey: `svc_test_${"a".repeat(43)}` } }),
  "401 expired_api_key": (_, { bad }) => ({ credential: { apiKey: bad.expiredKey } }),
  "401 revoked_api_key": (_, { bad }) => ({ credential: { apiKey: bad.revokedKey } }),
  "403 insufficient_scope": ({ operation }, { bad }) => ({
    credential: { accessToken: bad.tokenWithout(operation.scope) },
  }),
  "403 forbidden": (_, { bad }) => ({ credential: { apiKey: bad.restrictedKey } }),
  "404 room_not_found": ({ ids }) => ({ ids: { ...ids, roomId: "room_of_no_one" } }),
  "404 not_found": ({ operation, ids }, { bad }) => {
    const last = operation.pathParameters.at(-1);
    return last === undefined
      ? { credential: { apiKey: bad.organizationKey } }
      : { ids: { ...ids, [last]: "nothing" } };
  },
  "409 idempotency_conflict": (_, { bad }) => ({ idempotencyKey: bad.usedKey }),
  "409 version_conflict": ({ body }) => ({ body: { ...body, version: 999 } }),
  "409 webhook_inactive": ({ ids }, { bad }) => ({ ids: { ...ids, ...bad.ofInactiveWebhook } }),
  "413 validation_error": () => ({ distortion: "largeBody" }),
  "414 validation_error": () => ({ distortion: "longUrl" }),
  "422 validation_error": ({ ids }, { bad }) => ({ ids: { ...ids, ...bad.unreadableDelivery } }),
  "429 api_units_exceeded": ({ operation }, { bad }) => begin(operation, bad.withoutUnits),
  "429 rate_limit_exceeded": ({ operation }, { limited }) => ({ ...begin(operation, limited), service: "live" }),
  "431 validation_error": () => ({ distortion: "longHeaders" }),
  "500 internal_error": () => ({ service: "withoutLedger" }),
  "503 internal_error": () => ({ service: "withoutDatabase" }),
  "503 rate_limit_backend_unavailable": () => ({ service: "withoutLimits" }),
};

function begin(operation: Operation, { ids, token }: CallScene): DeclaredCall {
  const query = Object.fromEntries(operation.query.flatMap((one) => (one.isRequired ? [[one.name, "hello"]] : [])));
  const call = { operation, status: operation.status, credential: { accessToken: token }, ids, query };
  const body = operation.body ? { body: writeBody(operation, ids) } : {};
  return { ...call, ...body, service: "roomy" };
}

function writeBody({ id }: Operation, ids: CallScene["ids"]): object {
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
