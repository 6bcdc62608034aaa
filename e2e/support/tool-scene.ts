import { Readable } from "node:stream";
import { answerTools } from "../../lib/agents/mcp/endpoint";
import type { ApiResponse } from "../../lib/api/request";
import { newId } from "../../lib/platform/ids";
import { type TestDatabase, useTestDatabase } from "./database";
import { useFrozenMinute } from "./frozen-minute";
import { createWorld, type World } from "./world";

const AUDIENCE = "http://localhost:3000/mcp";

interface SceneOptions {
  role?: number;
  scopes?: string[];
  audience?: string;
  actorType?: "USER" | "AGENT";
  /** An app of another scene. */
  appId?: string;
}

/** A person of an organization, in a room with a task and a record, and a token for the tools. */
async function createToolScene(
  database: TestDatabase,
  world: World,
  { role = 20, audience = AUDIENCE, ...grant }: SceneOptions,
) {
  const org = await world.organization({ seats: 1 });
  const user = await world.user();
  await world.join(org.id, user.id);
  const { billingEntityId } = org;
  const room = await world.room({ organizationId: org.id, billingEntityId });
  await world.enter(room.id, user.id, role);
  await world.board(room.id);
  const [taskId, recordId, at] = [newId("task"), newId("rec"), new Date()];
  await database.query(
    `INSERT INTO tasks (id, room_id, board_id, title, created_at, updated_at)
     SELECT $1, $2, id, 'Task', $3, $3 FROM boards WHERE room_id = $2`,
    [taskId, room.id, at],
  );
  await database.query(
    "INSERT INTO records (id, room_id, title, content, created_by_id, created_at, updated_at) VALUES ($1, $2, 'Record', 'Minutes', $3, $4, $4)",
    [recordId, room.id, user.id, at],
  );
  const token = await world.accessToken({ userId: user.id, billingEntityId, audience, ...grant });
  return { ...token, userId: user.id, organizationId: org.id, billingEntityId, roomId: room.id, taskId, recordId };
}
export type ToolScene = Awaited<ReturnType<typeof createToolScene>>;

/** People with tokens for the tools, in a database of this test file alone, and the audit rows of their calls. */
export function useToolScenes() {
  useFrozenMinute();
  const database = useTestDatabase();
  const world = createWorld(database);
  const createScene = (options: SceneOptions = {}) => createToolScene(database, world, options);
  const auditOf = (requestId: string) =>
    database.query(
      `SELECT surface, method, route, status, error_code, auth_method, actor_type, actor_id, user_id, organization_id,
         app_id, grant_id, external_token_id, units_cost
       FROM audit_log WHERE request_id = $1 ORDER BY route`,
      [requestId],
    );
  const countUnits = async ({ billingEntityId }: ToolScene) =>
    (
      await database.query("SELECT confirmed, reserved FROM unit_ledger WHERE billing_entity_id = $1", [
        billingEntityId,
      ])
    )[0];
  return { database, world, createScene, auditOf, countUnits };
}

const HEADERS = {
  host: "localhost:3000",
  accept: "application/json, text/event-stream",
  "content-type": "application/json",
};

export function send(
  body: unknown,
  headers: Record<string, string> = {},
  method = "POST",
  address = "192.0.2.7",
): Promise<ApiResponse> {
  const all: Record<string, string> = { ...HEADERS, ...headers };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return answerTools({
    method,
    target: "/mcp",
    header: (name) => all[name] ?? null,
    headersBytes: 200,
    address,
    body: method === "POST" ? Readable.from([Buffer.from(text)]) : null,
  });
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
export const request = (method: string, params?: unknown, id: number | string = 1) => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});
export const call = (name: string, args: unknown, id?: number) => request("tools/call", { name, arguments: args }, id);

export interface Reply {
  id: unknown;
  error?: { code: number; message: string };
  result?: {
    isError?: boolean;
    content: { text: string }[];
    structuredContent: Record<string, unknown>;
    tools: { name: string }[];
  };
}
export const read = (answer: ApiResponse) => JSON.parse(answer.body ?? "{}") as Reply;
export const envelope = (answer: ApiResponse) =>
  (JSON.parse(answer.body ?? "{}") as { error: { code: string } }).error.code;
export const outcome = (answer: ApiResponse) => {
  const { result, error } = read(answer);
  return error ? error.code : result?.isError ? result.structuredContent["code"] : "ok";
};
export const use = (scene: ToolScene, name: string, args: unknown, headers: Record<string, string> = {}) =>
  send(call(name, args), { ...bearer(scene.token), ...headers });
