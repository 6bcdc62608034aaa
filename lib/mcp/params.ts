import { specTypeSchemas } from "@modelcontextprotocol/server";
import { isObject } from "./json-schema";

/** The protocol's own schemas of the requests that are served. */
const REQUESTS = {
  initialize: specTypeSchemas.InitializeRequest,
  ping: specTypeSchemas.PingRequest,
  "tools/list": specTypeSchemas.ListToolsRequest,
  "tools/call": specTypeSchemas.CallToolRequest,
} as const;

const ISSUES_MAX = 5;

/**
 * The fault of a request's params as a sentence, or null when none is known here. The SDK finds the same, but answers
 * with its schema's issues as JSON, and with -32603 or -32600.
 */
export function explainParams(message: Readonly<Record<string, unknown>>): string | null {
  const { jsonrpc, id, method } = message;
  const isRequest = jsonrpc === "2.0" && (typeof id === "string" || typeof id === "number");
  if (!isRequest || typeof method !== "string" || !Object.hasOwn(REQUESTS, method)) return null;
  const checked = REQUESTS[method as keyof typeof REQUESTS]["~standard"].validate(message);
  if (checked instanceof Promise || !checked.issues) return null;
  const found = checked.issues.slice(0, ISSUES_MAX).map(({ path = [], message: problem }) => {
    const where = path.map((part) => String(isObject(part) ? part["key"] : part).slice(0, 100)).join(".");
    return `${where}: ${problem.replace(/^Invalid input: /, "").slice(0, 200)}`;
  });
  return `The params of ${method} are not valid. ${found.join("; ")}.`;
}
