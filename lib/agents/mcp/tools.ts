import type { Caller } from "../../access/caller";
import { SCOPES, type Scope } from "../../access/scopes";
import { readMe } from "../../accounts/endpoints";
import { listFiles } from "../../files/endpoints";
import { createMessage, listMessages } from "../../messages/endpoints";
import { listOrganizations } from "../../organizations/endpoints";
import { createRecord, listRecords, readRecord, updateRecord } from "../../records/endpoints";
import { listMembers, listRooms } from "../../rooms/endpoints";
import { createTask, listTasks, updateTask } from "../../tasks/endpoints";
import { defineTool, type Tool } from "./tool";

export const TOOLS = [
  defineTool("get_me", readMe),
  defineTool("list_organizations", listOrganizations),
  defineTool("list_rooms", listRooms),
  defineTool("list_room_members", listMembers),
  defineTool("list_messages", listMessages),
  defineTool("list_tasks", listTasks),
  defineTool("list_records", listRecords),
  defineTool("get_record", readRecord),
  defineTool("list_files", listFiles),
  defineTool("post_message", createMessage),
  defineTool("create_task", createTask),
  defineTool("update_task", updateTask),
  defineTool("create_record", createRecord),
  defineTool("update_record", updateRecord),
] as const;

const USED_SCOPES = new Set<Scope>(["mcp:tools", ...TOOLS.map(({ endpoint }) => endpoint.scope)]);
export const TOOL_SCOPES = SCOPES.filter((scope) => USED_SCOPES.has(scope));

export function findTool(name: unknown): Tool | null {
  return TOOLS.find((tool) => tool.name === name) ?? null;
}

export function listToolsFor({ scopes }: Caller): Tool[] {
  return TOOLS.filter(({ endpoint }) => scopes.has(endpoint.scope));
}
