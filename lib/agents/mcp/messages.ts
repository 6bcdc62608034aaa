import { specTypeSchemas } from "@modelcontextprotocol/server";
import { MCP_BATCH_MAX } from "../../platform/limits";
import { isObject } from "./json-schema";
import { findTool } from "./tools";

const METHODS = new Set(["initialize", "ping", "server/discover", "subscriptions/listen", "tools/list", "tools/call"]);

export type Message = Record<string, unknown>;

/** A batch that repeats an id could not be answered. */
export function readMessages(body: unknown): Message[] | null {
  const messages = Array.isArray(body) ? body : [body];
  if (messages.length === 0 || messages.length > MCP_BATCH_MAX || !messages.every(isObject)) return null;
  const ids = messages.map(({ id }) => id).filter((id) => id !== undefined);
  return new Set(ids).size === ids.length ? messages : null;
}

const BATCH_VERSION = "2025-03-26";

/** Clients of the version with batches do not send the header yet. */
export function refuseBatch(messages: readonly Message[], version: string | null): string | null {
  if (version !== null && version !== BATCH_VERSION) {
    return `Protocol version ${version.slice(0, 40)} has no batches. Send one message in each request.`;
  }
  if (messages.some(({ method }) => method === "initialize")) return "initialize cannot be part of a batch.";
  return null;
}

/**
 * Requests share no state, so a notification has no receiver, and one that cancels a call of its own batch would leave
 * the batch without an end.
 */
export function isNotification({ id, method }: Message): boolean {
  return id === undefined && typeof method === "string";
}

export function readId(message: Message | undefined): string | number | null {
  const id = message?.["id"];
  return typeof id === "string" || typeof id === "number" ? id : null;
}

export function nameMessage(message: Message | undefined): string {
  const method = message?.["method"];
  if (typeof method !== "string") return "unmatched";
  return METHODS.has(method) ? method : method.startsWith("notifications/") ? "notifications" : "unmatched";
}

/** The tool's gates count such a call; the endpoint counts everything else. */
export function isToolCall(message: Message): boolean {
  const { method, params } = message;
  if (isNotification(message) || explainParams(message) !== null) return false;
  return method === "tools/call" && isObject(params) && findTool(params["name"]) !== null;
}

const REQUESTS = {
  initialize: specTypeSchemas.InitializeRequest,
  ping: specTypeSchemas.PingRequest,
  "tools/list": specTypeSchemas.ListToolsRequest,
  "tools/call": specTypeSchemas.CallToolRequest,
} as const;

const ISSUES_MAX = 5;

/** The SDK finds the same faults, but reports its schema's issues as JSON under -32603 or -32600. */
export function explainParams(message: Readonly<Record<string, unknown>>): string | null {
  const { jsonrpc, id, method } = message;
  const isRequest = jsonrpc === "2.0" && (typeof id === "string" || typeof id === "number");
  if (!isRequest || typeof method !== "string" || !Object.hasOwn(REQUESTS, method)) return null;
  const checked = REQUESTS[method as keyof typeof REQUESTS]["~standard"].validate(message);
  if (checked instanceof Promise) return null;
  if (!checked.issues) return method === "tools/list" ? explainCursor(message["params"]) : null;
  const found = checked.issues.slice(0, ISSUES_MAX).map(({ path = [], message: problem }) => {
    const where = path.map((part) => String(isObject(part) ? part["key"] : part).slice(0, 100)).join(".");
    return `${where}: ${problem.replace(/^Invalid input: /, "").slice(0, 200)}`;
  });
  return `The params of ${method} are not valid. ${found.join("; ")}.`;
}

function explainCursor(params: unknown): string | null {
  const hasCursor = isObject(params) && params["cursor"] !== undefined;
  return hasCursor ? "The cursor is not valid: tools/list has one page. Call it without a cursor." : null;
}
