import type { Caller } from "../../access/caller";
import { SCOPES, type Scope } from "../../access/scopes";
import { REGISTRY } from "../../docs/surface/registry";
import { defineTool, type Tool } from "./tool";

const OPERATIONS = [
  ["get_me", "readMe"],
  ["list_organizations", "listOrganizations"],
  ["list_rooms", "listRooms"],
  ["list_room_members", "listMembers"],
  ["list_messages", "listMessages"],
  ["list_tasks", "listTasks"],
  ["list_records", "listRecords"],
  ["get_record", "readRecord"],
  ["list_files", "listFiles"],
  ["post_message", "createMessage"],
  ["create_task", "createTask"],
  ["update_task", "updateTask"],
  ["create_record", "createRecord"],
  ["update_record", "updateRecord"],
] as const;

export const TOOLS = OPERATIONS.map(([name, operationId]) => {
  const endpoint = REGISTRY.find((candidate) => candidate.operationId === operationId);
  if (!endpoint || endpoint.kind === "action") throw new Error(`${operationId} cannot be the tool ${name}`);
  return defineTool(name, endpoint);
});

const USED_SCOPES = new Set<Scope>(["mcp:tools", ...TOOLS.map(({ endpoint }) => endpoint.scope)]);
export const TOOL_SCOPES = SCOPES.filter((scope) => USED_SCOPES.has(scope));

export function findTool(name: unknown): Tool | null {
  return TOOLS.find((tool) => tool.name === name) ?? null;
}

export function listToolsFor({ scopes }: Caller): Tool[] {
  return TOOLS.filter(({ endpoint }) => scopes.has(endpoint.scope));
}
