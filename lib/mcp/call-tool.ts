import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Caller } from "../access/caller";
import { type Call, forkCall } from "../api/call";
import { answerCall, passBurst, passGates } from "../api/pipeline";
import type { ApiResponse } from "../api/request";
import { respondSuccess } from "../api/respond";
import { askTool, type Tool } from "./tool";

export interface ToolAnswer {
  call: Call;
  answer: ApiResponse;
}

/** One call of a tool: the gates of `/v1`, units and an audit row of its own. */
export async function callTool(carrier: Call, caller: Caller, tool: Tool, given: unknown): Promise<ToolAnswer> {
  const call = forkCall(carrier, `tools/${tool.name}`);
  const answer = await answerCall(call, async () => {
    // Bad input counts towards the burst, wherever it is found.
    const question = askTool(tool, given, () => passBurst(call, caller, "tool"));
    const { status, body, isReplay } = await passGates(call, caller, tool.endpoint, question);
    return respondSuccess(call, status, body, isReplay ? { "idempotent-replayed": "true" } : {});
  });
  return { call, answer };
}

/** What was refused is a result that the agent reads: what was wrong, where, what to do. */
export function toResult({ status, body }: ApiResponse): CallToolResult {
  const content = JSON.parse(body ?? "{}") as Record<string, unknown>;
  const isError = status >= 400;
  const structuredContent = (isError ? content["error"] : content) as Record<string, unknown>;
  return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent, isError };
}
