import type { CallFailure, GuardedCall, Reply } from "../../egress/send";
import { decrypt } from "../../platform/crypto";
import {
  GATEWAY_ANSWER_MAX_BYTES,
  GATEWAY_CALL_TIMEOUT_MS,
  GATEWAY_CHECK_TIMEOUT_MS,
  GATEWAY_REFUSAL_MIN_MS,
} from "../../platform/limits";
import { gatewayTokenPlace } from "../../platform/sealed-places";
import { writeTraceparent } from "../../platform/trace-context";
import { type NetworkMode, readReach } from "../connectors/connector";
import { clientWithin, isListedName, startRefusal } from "../connectors/gateway-address";
import type { Prompt } from "./prompt";
import { RunEnded } from "./run";

/** The credential stays sealed until the call; nothing else opens it. */
export interface Gateway {
  connectorId: string;
  baseUrl: string;
  sealedToken: string;
  networkMode: NetworkMode;
  isPublicAccepted: boolean;
}

interface GatewayCall {
  gateway: Gateway;
  signal: AbortSignal;
  traceId: string | null;
}

/** A refused address and an unlisted name without one look the same. */
async function call(
  { gateway, signal, traceId }: GatewayCall,
  path: string,
  request: Pick<GuardedCall, "method" | "headers" | "body" | "timeoutMs">,
): Promise<Reply> {
  const { baseUrl, networkMode, isPublicAccepted } = gateway;
  const traced = traceId === null ? {} : { traceparent: writeTraceparent(traceId) };
  const headers = { ...signIn(gateway), ...traced, ...request.headers };
  const outgoing = { ...request, url: baseUrl + path, headers, maxBytes: GATEWAY_ANSWER_MAX_BYTES, signal };
  const refuse = startRefusal();
  const reply = await clientWithin(readReach(networkMode, isPublicAccepted)).call(outgoing);
  const isHidden = reply.failure === "target_refused" || (reply.failure === "dns_failed" && !isListedName(baseUrl));
  if (!isHidden) return reply;
  await refuse();
  return { failure: "target_refused", problem: null, durationMs: GATEWAY_REFUSAL_MIN_MS };
}

export function gatewayHost({ baseUrl }: Gateway): string | null {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : null;
}

export function listModels(to: GatewayCall): Promise<Reply> {
  return call(to, "/v1/models", { method: "GET", headers: {}, timeoutMs: GATEWAY_CHECK_TIMEOUT_MS });
}

/** §4 rule 1: the session key is in the body and in a header. */
export function requestAnswer(
  to: GatewayCall,
  { model, sessionKey, prompt }: { model: string; sessionKey: string; prompt: Prompt },
): Promise<Reply> {
  const body = {
    model,
    user: sessionKey,
    stream: false,
    messages: [
      { role: "system", content: prompt.system },
      { role: "user", content: prompt.user },
    ],
  };
  return call(to, "/v1/chat/completions", {
    method: "POST",
    headers: { "Content-Type": "application/json", "x-agent-session-key": sessionKey },
    body: Buffer.from(JSON.stringify(body)),
    timeoutMs: GATEWAY_CALL_TIMEOUT_MS,
  });
}

function signIn({ connectorId, sealedToken }: Gateway) {
  const token = decrypt(sealedToken, gatewayTokenPlace(connectorId));
  if (token === null) {
    throw failed("token_unreadable", "The stored token of the gateway cannot be read. Replace it in the connector.");
  }
  return { Authorization: `Bearer ${token}`, Accept: "application/json", "User-Agent": "Svc-Connector/1.0" };
}

/** Nothing is asked twice, because an agent's call costs, and may have acted. */
export function requireAnswer(reply: Reply): Buffer {
  if (reply.failure !== null) throw classifyGatewayFailure(reply.failure);
  const problem = classifyStatus(reply.statusCode, reply.retryAfter);
  if (problem) throw problem;
  return reply.body;
}

export function classifyReply(reply: Reply): RunEnded | null {
  return reply.failure === null
    ? classifyStatus(reply.statusCode, reply.retryAfter)
    : classifyGatewayFailure(reply.failure);
}

const UNREACHABLE = ["gateway_unreachable", "The gateway refused or dropped the connection."] as const;
const FAILURES: Record<CallFailure, readonly [code: string, message: string]> = {
  timeout: ["gateway_timeout", "The gateway did not answer in time."],
  dns_failed: ["gateway_unresolved", "The gateway's host name does not resolve."],
  target_refused: [
    "gateway_forbidden",
    "The gateway cannot be called: its host name does not resolve, or this connector may not reach its address.",
  ],
  tls_failed: ["gateway_tls", "The gateway's certificate could not be verified, or TLS could not be agreed on."],
  too_large: ["answer_too_large", `The gateway's answer is larger than ${GATEWAY_ANSWER_MAX_BYTES} bytes.`],
  encoded: ["answer_encoded", "The gateway compressed its answer although it was asked not to."],
  connection_failed: UNREACHABLE,
  aborted: UNREACHABLE,
};

export function classifyGatewayFailure(failure: CallFailure): RunEnded {
  return new RunEnded(failure === "timeout" ? "timed_out" : "failed", ...FAILURES[failure]);
}

function classifyStatus(status: number, retryAfter: string | null): RunEnded | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) {
    const message = `The gateway answered ${status}. Redirects are not followed. Enter the URL it redirects to.`;
    return failed("gateway_redirect", message);
  }
  if (status === 401 || status === 403) {
    const message = `The gateway refused the token (${status}). Rotate it in the connector's settings.`;
    return failed("gateway_unauthorized", message);
  }
  if (status === 429) {
    const wait = readWait(retryAfter);
    const when = wait === null ? "Try again later." : `It asks to wait ${wait} s.`;
    return failed("gateway_busy", `The gateway rejects more requests for now (429). ${when}`);
  }
  if (status >= 500) return failed("gateway_error", `The gateway failed (${status}).`);
  return failed("gateway_refused", `The gateway did not accept the request (${status}).`);
}

/** A date would be read by a clock that is not ours, so only seconds count. */
function readWait(retryAfter: string | null): number | null {
  return retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : null;
}

function failed(code: string, message: string): RunEnded {
  return new RunEnded("failed", code, message);
}
