import { beginCall, type Call } from "../../api/call";
import { parseJson, readJsonBody, refuseOversized } from "../../api/decode";
import { HttpError } from "../../api/errors";
import { limitBurst, requireActor, requireCredential, requireScope } from "../../api/gates";
import { answerCall } from "../../api/pipeline";
import type { ApiRequest, ApiResponse } from "../../api/request";
import { respondSuccess } from "../../api/respond";
import { env, isProductionService } from "../../platform/env";
import { AppError } from "../../platform/errors";
import { MCP_BATCH_MAX } from "../../platform/limits";
import { isNotification, isToolCall, nameMessage, readId, readMessages, refuseBatch } from "./messages";
import { answerBatch, answerOne, type Conversation, type ToolAnswer } from "./server";
import { TOOL_SCOPES } from "./tools";

const METHODS = "POST, OPTIONS";

export async function answerTools(request: ApiRequest): Promise<ApiResponse> {
  const single: SingleMessage = { id: null };
  const answer = await answerRequest(request, single);
  if (answer.status === 401) return nameScopes(answer);
  return answer.status === 503 ? speakProtocol(answer, single) : answer;
}

/** MCP 2025-11-25 wants the scopes in the challenge, so that clients do not request all that exist. */
function nameScopes(answer: ApiResponse): ApiResponse {
  const challenge = `${answer.headers["www-authenticate"]}, scope="${TOOL_SCOPES.join(" ")}"`;
  return { ...answer, headers: { ...answer.headers, "www-authenticate": challenge } };
}

interface SingleMessage {
  id: string | number | null;
}

function answerRequest(request: ApiRequest, single: SingleMessage): Promise<ApiResponse> {
  return answerCall(beginCall(request, "/mcp", "mcp"), async (call) => {
    refuseOversized(request);
    refuseForeign(request);
    if (request.method === "OPTIONS")
      return { status: 204, headers: { allow: METHODS, "x-request-id": call.requestId }, body: null };
    const caller = requireActor(call, await requireCredential(call, "mcp"));
    call.trace.enter("requireScope");
    requireScope(caller, "mcp:tools", "mcp");
    call.trace.enter("input");
    if (request.method !== "POST") {
      const message = `Method ${request.method} is not allowed: there are no sessions and no streams here. Use POST.`;
      throw new HttpError(405, "validation_error", message, undefined, { allow: METHODS });
    }
    return answerMessages(call, request, { carrier: call, caller, toolAnswers: [] }, single);
  });
}

/** Tool calls pass their own gates and leave their own audit rows; the rest of a request is one call without units. */
async function answerMessages(
  call: Call,
  request: ApiRequest,
  conversation: Conversation,
  single: SingleMessage,
): Promise<ApiResponse> {
  const { caller, toolAnswers } = conversation;
  const body = await readProtocolBody(request);
  if (body === MALFORMED) {
    await limitBurst(call, caller, "read");
    return respondProblem(call, -32700, "The body is not valid JSON in UTF-8.");
  }
  const messages = readMessages(body);
  if (!Array.isArray(body)) single.id = readId(messages?.[0]);
  if (!messages?.every(isToolCall)) await limitBurst(call, caller, "read");
  if (!messages) {
    return respondProblem(call, -32600, `A request holds one message, or 1 to ${MCP_BATCH_MAX} with ids of their own.`);
  }
  const refusal = Array.isArray(body) ? refuseBatch(messages, request.header("mcp-protocol-version")) : null;
  if (refusal !== null) {
    if (!call.burst) await limitBurst(call, caller, "read");
    return respondProblem(call, -32600, refusal);
  }
  call.route = nameMessage(messages.find((message) => !isToolCall(message)) ?? messages[0]);
  const requests = messages.filter((message) => !isNotification(message));
  if (requests.length === 0) return respondSuccess(call, 202, "");
  const response = await (Array.isArray(body)
    ? answerBatch(conversation, request, requests)
    : answerOne(conversation, request, requests[0] ?? {}));
  const text = await response.text();
  if (toolAnswers.length === 0 && !call.burst) await limitBurst(call, caller, "read");
  call.isSettled = toolAnswers.length === messages.length;
  const unavailable = findUnavailable(toolAnswers, requests.length);
  if (unavailable) {
    call.errorCode = unavailable.call.errorCode;
    return unavailable.answer;
  }
  const answer = respond(call, conversation, response, text);
  const challenge = Array.isArray(body) ? undefined : findChallenge(toolAnswers[0]);
  if (challenge === undefined) return answer;
  return { ...answer, status: 403, headers: { ...answer.headers, "www-authenticate": challenge } };
}

function findChallenge(toolAnswer: ToolAnswer | undefined): string | undefined {
  return toolAnswer?.answer.status === 403 ? toolAnswer.answer.headers["www-authenticate"] : undefined;
}

/** Nothing was done because limits could not be checked, so the client may send everything again. */
function findUnavailable(toolAnswers: readonly ToolAnswer[], requests: number): ToolAnswer | undefined {
  const isAll = toolAnswers.length === requests && toolAnswers.every(({ answer }) => answer.status === 503);
  return isAll ? toolAnswers[0] : undefined;
}

function speakProtocol(answer: ApiResponse, { id }: SingleMessage): ApiResponse {
  const { error } = JSON.parse(answer.body ?? "{}") as { error: { message: string } };
  const { message, ...data } = error;
  return { ...answer, body: JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32603, message, data } }) };
}

function respond(call: Call, { toolAnswers }: Conversation, response: Response, text: string): ApiResponse {
  const headers: Record<string, string> = {};
  const last = toolAnswers.at(-1);
  if (last) {
    call.burst = last.call.burst ?? call.burst;
    if (last.answer.status < 400 || last.answer.status === 429) call.units = last.call.units;
    for (const name of ["retry-after", "idempotent-replayed"]) {
      const value = last.answer.headers[name];
      if (value !== undefined) headers[name] = value;
    }
  }
  const type = response.headers.get("content-type");
  if (type) headers["content-type"] = type;
  if (response.status >= 400) call.errorCode = "validation_error";
  return respondSuccess(call, response.status, text, headers);
}

const MALFORMED = Symbol("not JSON");

async function readProtocolBody(request: ApiRequest): Promise<unknown> {
  const bytes = await readJsonBody(request);
  try {
    return parseJson(bytes);
  } catch (error) {
    if (error instanceof AppError) return MALFORMED;
    throw error;
  }
}

function respondProblem(call: Call, code: number, message: string): ApiResponse {
  call.errorCode = "validation_error";
  return respondSuccess(call, 400, JSON.stringify({ jsonrpc: "2.0", error: { code, message }, id: null }));
}

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Refuses DNS rebinding (a foreign Host) and pages of other sites (a foreign Origin). */
function refuseForeign(request: ApiRequest): void {
  const own = new URL(env().SVC_BASE_URL);
  const host = readUrl(`${own.protocol}//${request.header("host") ?? ""}`);
  if (host?.host !== own.host && !isOwnMachine(host)) throw foreign("Host", own.host);
  const origin = request.header("origin");
  if (origin === null) return;
  const from = readUrl(origin);
  if (from?.origin !== own.origin && !isOwnMachine(from)) throw foreign("Origin", own.origin);
}

function readUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

function isOwnMachine(url: URL | null): boolean {
  return url !== null && !isProductionService() && LOOPBACK.has(url.hostname);
}

function foreign(header: string, own: string): HttpError {
  return new HttpError(403, "forbidden", `The ${header} header does not name this service. It must be ${own}.`);
}
