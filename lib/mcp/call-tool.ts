import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Caller } from "../access/caller";
import { type Call, forkCall } from "../api/call";
import { answerCall, invoke } from "../api/pipeline";
import type { ApiResponse } from "../api/request";
import { invocationOf, type Tool } from "./tool";

export interface ToolAnswer {
  call: Call;
  answer: ApiResponse;
}

/** A tool call passes the gates of `/v1` and has units and an audit row of its own. */
export async function callTool(carrier: Call, caller: Caller, tool: Tool, given: unknown): Promise<ToolAnswer> {
  const call = forkCall(carrier, `tools/${tool.name}`);
  const answer = await answerCall(call, () => invoke(call, caller, tool.endpoint, invocationOf(tool, given)));
  return { call, answer };
}

/** A refusal is a result too: the agent reads what is wrong, where, and what to do. */
export function toResult({ status, body }: ApiResponse): CallToolResult {
  const content = JSON.parse(body ?? "{}") as Record<string, unknown>;
  const isError = status >= 400;
  const structuredContent = (isError ? content["error"] : content) as Record<string, unknown>;
  return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent, isError };
}
