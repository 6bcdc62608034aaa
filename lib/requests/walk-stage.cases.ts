import { randomUUID } from "node:crypto";
import { askEndpoint, bearer, bodyOf, queryOf } from "../../e2e/support/scenes/ask-endpoint";
import type { TestDatabase } from "../../e2e/support/scenes/database";
import { createEndpointScene, type EndpointScene } from "../../e2e/support/scenes/endpoint-scene";
import { openCliSession } from "../../e2e/support/scenes/sessions";
import { call, send as sendToTools } from "../../e2e/support/scenes/tool-scene";
import type { World } from "../../e2e/support/scenes/world";
import { createSecret } from "../access/credentials/key-secret";
import { SCOPES, type Scope } from "../access/scopes";
import type { Tool } from "../agents/mcp/tool";
import type { Endpoint } from "../api/endpoint";
import type { ApiResponse } from "../api/request";
import { excludes } from "./callers";

export const CALLERS = ["organization_key", "personal_key", "user", "agent", "session"] as const;
export type WalkCaller = (typeof CALLERS)[number];

/** An operation on `/v1`, or through its tool. */
export interface WalkOperation {
  name: string;
  endpoint: Endpoint;
  tool: Tool | null;
}

interface Credential {
  text: string;
  keyId?: string;
  appId?: string;
  grantId?: string;
  scopes?: readonly string[];
}

/** The request as it is sent; provocations spoil it, fixes mend it. */
interface WalkRequest {
  credential: Credential | null;
  params: Record<string, string>;
  body: unknown;
  query: string;
  method: string;
  host: string;
  idempotencyKey: string | null;
}

export interface Stage {
  database: TestDatabase;
  world: World;
  operation: WalkOperation;
  caller: WalkCaller;
  scene: EndpointScene;
  /** Owner and manager of the organization. */
  ownerId: string;
  managerId: string;
  /** Refusals are counted for each address, so each stage has its own. */
  address: string;
  good: WalkRequest;
  request: WalkRequest;
}

let addresses = 0;

export async function openStage(
  database: TestDatabase,
  world: World,
  operation: WalkOperation,
  caller: WalkCaller,
): Promise<Stage> {
  const scene = await createEndpointScene(world, { isPersonal: caller === "personal_key" });
  const [owner, manager] = [await world.user(), await world.user()];
  await world.join(scene.organizationId, owner.id, 40);
  await world.join(scene.organizationId, manager.id, 30);
  addresses += 1;
  const stage = {
    database,
    world,
    operation,
    caller,
    scene,
    ownerId: owner.id,
    managerId: manager.id,
    address: `198.51.${Math.floor(addresses / 250)}.${addresses % 250}`,
  };
  const good = {
    credential: await issue(stage),
    params: { ...scene.params },
    body: bodyOf(operation.endpoint, scene.params),
    query: queryOf(operation.endpoint),
    method: operation.endpoint.method,
    host: "localhost:3000",
    idempotencyKey: null,
  };
  return { ...stage, good, request: { ...good } };
}

export const isKeyCaller = ({ caller }: Pick<Stage, "caller">) => caller.endsWith("_key");
export const isTokenCaller = ({ caller }: Pick<Stage, "caller">) => caller === "user" || caller === "agent";
export const isExcluded = ({ caller, operation: { endpoint, tool } }: Pick<Stage, "caller" | "operation">) =>
  excludes(endpoint, caller, tool !== null) !== null;
export const isAllowed = (stage: Pick<Stage, "caller" | "operation">) => !isExcluded(stage);
const audienceOf = ({ operation }: Pick<Stage, "operation">) =>
  `http://localhost:3000/${operation.tool ? "mcp" : "v1"}`;

type Issuing = Pick<Stage, "database" | "world" | "operation" | "caller" | "scene">;

interface IssueOptions {
  scopes?: readonly string[];
  userId?: string;
  billingEntityId?: string;
  audience?: string;
  appId?: string;
  key?: Partial<Parameters<World["apiKey"]>[0]>;
}

/** A credential of the stage's kind of caller. */
export async function issue(stage: Issuing, options: IssueOptions = {}): Promise<Credential> {
  const { database, world, caller, scene } = stage;
  const { userId, organizationId, billingEntityId } = scene;
  if (caller === "session") return { text: (await openCliSession(database, userId)).token };
  if (caller === "user" || caller === "agent") return issueToken(stage, options);
  const owner = caller === "personal_key" ? { userId } : { organizationId };
  const { id, key } = await world.apiKey({
    billingEntityId,
    scopes: options.scopes ?? SCOPES,
    ...owner,
    ...options.key,
  });
  return { text: key, keyId: id };
}

export async function issueToken(stage: Issuing, { key: _, ...options }: IssueOptions = {}): Promise<Credential> {
  const { world, caller, scene } = stage;
  const { token, appId, grantId } = await world.accessToken({
    userId: scene.userId,
    billingEntityId: scene.billingEntityId,
    audience: audienceOf(stage),
    actorType: caller === "agent" ? "AGENT" : "USER",
    ...options,
  });
  return { text: token, appId, grantId, scopes: options.scopes ?? SCOPES };
}

type Changed = Pick<Stage, "database" | "request" | "scene">;
/** Changes the row that a parameter of the request names as $1. */
export const change = ({ database, request }: Changed, statement: string, param: string, ...values: unknown[]) =>
  database.query(statement, [request.params[param], ...values]);
export const changeKey = ({ database, request }: Changed, set: string, ...values: unknown[]) =>
  database.query(`UPDATE api_keys SET ${set} WHERE id = $1`, [request.credential?.keyId, ...values]);
export const changePayer = ({ database, scene }: Changed, set: string, ...values: unknown[]) =>
  database.query(`UPDATE billing_entities SET ${set} WHERE id = $1`, [scene.billingEntityId, ...values]);

export const unknownKey = (): Credential => ({ text: createSecret("test").plaintext });
export const withoutScope = (scope: string) => SCOPES.filter((held: Scope) => held !== scope);

export interface WalkAnswer {
  status: number;
  code: string | null;
  message: string;
  requestId: string;
}

export async function sendRequest({ operation, request, address, caller }: Stage): Promise<WalkAnswer> {
  const { credential, params, body, query, method, host, idempotencyKey } = request;
  const headers = {
    ...(credential ? bearer(credential.text) : {}),
    ...(idempotencyKey === null ? {} : { "idempotency-key": idempotencyKey }),
  };
  const { endpoint, tool } = operation;
  if (tool === null) {
    const door = caller === "session" ? "cli" : "v1";
    return readAnswer(await askEndpoint(endpoint, params, headers, { body, query, method, address, door }));
  }
  const ids = Object.fromEntries(tool.paramNames.map((name) => [name, params[name]]));
  const key = endpoint.kind === "write" ? { idempotencyKey: idempotencyKey ?? randomUUID() } : {};
  const input = { ...ids, ...key, ...(body as object | undefined), ...Object.fromEntries(new URLSearchParams(query)) };
  return readAnswer(await sendToTools(call(tool.name, input), { ...headers, host }, "POST", address));
}

interface AnswerBody {
  error?: { code: string; message: string; requestId: string; data?: { code: string } };
  result?: { isError?: boolean; structuredContent: { code: string; message: string } };
}

function readAnswer({ status, body, headers }: ApiResponse): WalkAnswer {
  const { error, result } = JSON.parse(body ?? "{}") as AnswerBody;
  const refused = error ?? (result?.isError ? result.structuredContent : null);
  const requestId = headers["x-request-id"] ?? "";
  return { status, code: error?.data?.code ?? refused?.code ?? null, message: refused?.message ?? "", requestId };
}
