import { answerTools } from "../../../lib/agents/mcp/endpoint";
import type { ApiResponse } from "../../../lib/api/request";
import { makeRequest, writeBody } from "./api-request";
import { bearer } from "./ask-endpoint";
import { useTestDatabase } from "./database";
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
async function createToolScene(world: World, { role = 20, audience = AUDIENCE, ...grant }: SceneOptions) {
  const seat = await world.seat({ seats: 1, role });
  const { userId, billingEntityId, roomId } = seat;
  const { id: boardId } = await world.board(roomId);
  const taskId = await world.insert("tasks", { room_id: roomId, board_id: boardId });
  const recordId = await world.insert("records", { room_id: roomId, content: "Minutes", created_by_id: userId });
  const token = await world.accessToken({ userId, billingEntityId, audience, ...grant });
  return { ...token, ...seat, taskId, recordId };
}
export type ToolScene = Awaited<ReturnType<typeof createToolScene>>;

/** People with tokens for the tools, in a database of this test file alone, and the audit rows of their calls. */
export function useToolScenes() {
  useFrozenMinute();
  const database = useTestDatabase();
  const world = createWorld(database);
  const createScene = (options: SceneOptions = {}) => createToolScene(world, options);
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
  const sent = { method, target: "/mcp", headers: { ...HEADERS, ...headers }, address };
  return answerTools(makeRequest(method === "POST" ? { ...sent, body: writeBody(body) } : sent));
}

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
export const outcome = (answer: ApiResponse) => {
  const { result, error } = read(answer);
  return error ? error.code : result?.isError ? result.structuredContent["code"] : "ok";
};
export const use = (scene: ToolScene, name: string, args: unknown, headers: Record<string, string> = {}) =>
  send(call(name, args), { ...bearer(scene.token), ...headers });
