import { MCP_BATCH_MAX } from "../platform/limits";
import { isObject } from "./json-schema";
import { explainParams } from "./params";
import { findTool } from "./tools";

/** The methods that are served; an audit row names no other. */
const METHODS = new Set(["initialize", "ping", "server/discover", "subscriptions/listen", "tools/list", "tools/call"]);

export type Message = Record<string, unknown>;

/** null: the protocol does not allow this. A batch with one id twice could not be answered. */
export function readMessages(body: unknown): Message[] | null {
  const messages = Array.isArray(body) ? body : [body];
  if (messages.length === 0 || messages.length > MCP_BATCH_MAX || !messages.every(isObject)) return null;
  const ids = messages.map(({ id }) => id).filter((id) => id !== undefined);
  return new Set(ids).size === ids.length ? messages : null;
}

/** Batches are part of this version of the protocol alone: it brought them, and the next one took them away. */
const BATCH_VERSION = "2025-03-26";

/** Why a batch is refused; null: it is not. Clients of that version do not name it in a header yet. */
export function refuseBatch(messages: readonly Message[], version: string | null): string | null {
  if (version !== null && version !== BATCH_VERSION) {
    return `Protocol version ${version.slice(0, 40)} has no batches. Send one message in each request.`;
  }
  if (messages.some(({ method }) => method === "initialize")) return "initialize cannot be part of a batch.";
  return null;
}

/**
 * Requests share no state, so a notification has no receiver; and one that cancels a call of its own
 * batch would leave the batch without an end.
 */
export function isNotification({ id, method }: Message): boolean {
  return id === undefined && typeof method === "string";
}

/** null: an error can name no message. */
export function readId(message: Message | undefined): string | number | null {
  const id = message?.["id"];
  return typeof id === "string" || typeof id === "number" ? id : null;
}

/** The route in the audit row of a request that ran no tool. */
export function nameMessage(message: Message | undefined): string {
  const method = message?.["method"];
  if (typeof method !== "string") return "unmatched";
  return METHODS.has(method) ? method : method.startsWith("notifications/") ? "notifications" : "unmatched";
}

/** The gates of the tool count such a call. A call without an id is never made, so the endpoint counts it. */
export function isToolCall(message: Message): boolean {
  const { method, params } = message;
  if (isNotification(message) || explainParams(message) !== null) return false;
  return method === "tools/call" && isObject(params) && findTool(params["name"]) !== null;
}
