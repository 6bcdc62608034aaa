import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { findCliSession } from "../access/credentials/authenticate-session";
import { readBearer } from "../access/credentials/token";
import { decodeSession, describeSessionCookie } from "../accounts/sessions/session-cookie";
import { addressKey } from "../platform/address-key";
import { nowMs } from "../platform/clock";
import { warnCounted } from "../platform/counted-warning";
import { newRequestId } from "../platform/ids";
import { BACKEND_RETRY_AFTER_SECONDS, UNAUTHENTICATED_PER_ADDRESS_PER_MINUTE } from "../platform/limits";
import { PAGES_PER_ADDRESS_PER_MINUTE, SESSION_REQUESTS_PER_MINUTE } from "../platform/page-limits";
import { shared } from "../platform/shared";
import { type Axis, windowOf } from "../usage/burst";
import { takeBurst } from "../usage/limit-burst";
import { createMemoryBurst } from "../usage/memory-burst";
import { readCookies, writeFailurePage } from "./failure-page";
import { readClientAddress } from "./page-headers";

/** Inngest proves itself by its signature, and probes decide whether this process gets requests. */
const UNCOUNTED = new Set(["/api/healthz", "/api/readyz", "/api/inngest"]);

/** A crowd that waits one to two seconds for each refusal leaves the process free for others. */
const REFUSAL_DELAY_MS = 1_000;

const READS = new Set(["GET", "HEAD", "OPTIONS"]);

export async function limitVisitor(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  nonce: string,
): Promise<boolean> {
  if (UNCOUNTED.has(path)) return false;
  const isRead = READS.has(request.method ?? "");
  const axis = await findAxis(request, isRead);
  if (axis === null) return false;
  const { window, resetSeconds } = windowOf(nowMs());
  const outcome = isRead ? await countHere(axis, window) : await countEverywhere(axis, window);
  if (outcome === "free") return false;
  const isFull = outcome === "full";
  if (isFull && !isRead) await wait(REFUSAL_DELAY_MS * (1 + Math.random()));
  if (isFull) warnCounted("an address or a session has sent too many requests for pages", { subject: axis.subject });
  refuse(request, response, { isFull, nonce, waitSeconds: isFull ? resetSeconds : BACKEND_RETRY_AFTER_SECONDS });
  return true;
}

async function findAxis(request: IncomingMessage, isRead: boolean): Promise<Axis | null> {
  const { cookie, authorization = null } = request.headers;
  const session = await decodeSession(readCookies(cookie).get(describeSessionCookie().name));
  if (session !== null) return nameAxis("session", session.userId, SESSION_REQUESTS_PER_MINUTE);
  const bearer = readBearer(authorization);
  const commandLine = bearer === null ? null : await findCliSession(bearer).catch(() => null);
  if (commandLine !== null) {
    return isRead ? nameAxis("session", commandLine.id, SESSION_REQUESTS_PER_MINUTE) : null;
  }
  const address = addressKey(readClientAddress(request));
  if (isRead) return nameAxis("page-address", address, PAGES_PER_ADDRESS_PER_MINUTE);
  return nameAxis("post-address", address, UNAUTHENTICATED_PER_ADDRESS_PER_MINUTE);
}

function nameAxis(name: string, subject: string, limit: number): Axis {
  return { scope: "endpoint", subject, key: `${name}:${subject}`, limit };
}

type Outcome = "free" | "full" | "unknown";

async function countHere(axis: Axis, window: number): Promise<Outcome> {
  const { allowed } = await shared("page-windows", createMemoryBurst).take([axis], window);
  return allowed ? "free" : "full";
}

async function countEverywhere(axis: Axis, window: number): Promise<Outcome> {
  try {
    const { allowed } = await takeBurst([axis], window);
    return allowed ? "free" : "full";
  } catch {
    return "unknown";
  }
}

interface Refusal {
  isFull: boolean;
  waitSeconds: number;
  nonce: string;
}

function refuse(request: IncomingMessage, response: ServerResponse, { isFull, waitSeconds, nonce }: Refusal): void {
  const { headers, url = "/" } = request;
  const message = isFull
    ? `Too many requests. Try again in ${waitSeconds} s.`
    : "Limits cannot be checked right now, so nothing was done. Try again shortly.";
  const isProgram = headers["next-action"] !== undefined || headers["rsc"] !== undefined;
  const send = (type: string, body: string): void => {
    response.setHeader("content-type", type).setHeader("cache-control", "private, no-store");
    response
      .setHeader("retry-after", waitSeconds)
      .writeHead(isFull ? 429 : 503)
      .end(body);
  };
  if (url.startsWith("/api/")) {
    const code = isFull ? "rate_limit_exceeded" : "rate_limit_backend_unavailable";
    const error = { code, message, requestId: newRequestId(), details: { retryAfterSeconds: waitSeconds } };
    send("application/json; charset=utf-8", JSON.stringify({ error }));
  } else if (!isProgram && headers.accept?.includes("text/html")) {
    const kind = isFull ? "limited" : "formAway";
    send("text/html; charset=utf-8", writeFailurePage(request, { kind, nonce, reference: null, locale: null }));
  } else send("text/plain; charset=utf-8", `${message}\n`);
}
