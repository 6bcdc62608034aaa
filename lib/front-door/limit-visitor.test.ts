import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { EXHAUSTED } from "../../e2e/support/attacks/exhausted-burst";
import { withBurst } from "../../e2e/support/scenes/ask-endpoint";
import { resetShared } from "../../e2e/support/scenes/shared-state";
import * as sessions from "../access/credentials/authenticate-session";
import { describeSessionCookie, encodeSession, rememberEndedSession } from "../accounts/sessions/session-cookie";
import { env } from "../platform/env";
import { newId } from "../platform/ids";
import { UNAUTHENTICATED_PER_ADDRESS_PER_MINUTE } from "../platform/limits";
import { PAGES_PER_ADDRESS_PER_MINUTE, SESSION_REQUESTS_PER_MINUTE } from "../platform/page-limits";
import { limitVisitor } from "./limit-visitor";

const wait = vi.hoisted(() => vi.fn(async (_ms: number) => {}));
vi.mock("node:timers/promises", () => ({ setTimeout: wait }));

const COMMAND_LINE = `svc_cli_${"a".repeat(43)}`;

const server = createServer((request, response) => {
  const [path = ""] = (request.url ?? "").split("?");
  void limitVisitor(request, response, path, "n0nce").then((isAnswered) => isAnswered || response.end("page"));
});
let url = "";
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  vi.spyOn(sessions, "findCliSession").mockImplementation(async (token) =>
    token === COMMAND_LINE ? ({ id: "ses_1" } as sessions.CliSessionRow) : null,
  );
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-06-09T12:00:05Z") });
  vi.stubEnv("SVC_TRUSTED_PROXIES", "1");
  resetShared();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  resetShared();
});

const ask = (address: string, path = "/login", init: RequestInit = {}) =>
  fetch(url + path, { ...init, headers: { "x-forwarded-for": address, ...(init.headers as Record<string, string>) } });

async function askTimes(times: number, ...request: Parameters<typeof ask>): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  for (let sent = 0; sent < times; sent += 50) {
    const some = Array.from({ length: Math.min(50, times - sent) }, () => ask(...request));
    for (const { status } of await Promise.all(some)) statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return statuses;
}

async function openSession(userId = newId("usr"), sessionId = newId("ses")) {
  const token = await encodeSession({ token: { sub: userId, sessionId }, secret: env().SVC_SESSION_SECRET });
  return { headers: { cookie: `a=b; ${describeSessionCookie().name}=${token}` }, sessionId };
}
const POST = { method: "POST" };
const HTML = { accept: "text/html,*/*" };

describe("without a session", () => {
  test("counts an address's posts of a minute together", async () => {
    const limit = UNAUTHENTICATED_PER_ADDRESS_PER_MINUTE;
    expect(await askTimes(limit, "192.0.2.1", "/login", POST)).toEqual({ 200: limit });
    for (const [path, method] of [
      ["/api/cli/login", "POST"],
      ["/sign-up", "PUT"],
      ["/login", "DELETE"],
    ] as const)
      expect((await ask("192.0.2.1", path, { method })).status).toBe(429);
    expect((await ask("192.0.2.2", "/login", POST)).status).toBe(200);
    expect((await ask("192.0.2.1")).status).toBe(200);
    vi.setSystemTime(Date.now() + 60_000);
    expect((await ask("192.0.2.1", "/login", POST)).status).toBe(200);
  });

  test("counts an address's pages of a minute, an IPv6 /64 as one address", async () => {
    const limit = PAGES_PER_ADDRESS_PER_MINUTE;
    expect(await askTimes(limit, "2001:db8::1")).toEqual({ 200: limit });
    expect((await ask("2001:db8::2", "/docs")).status).toBe(429);
    expect((await ask("2001:db8:0:1::1")).status).toBe(200);
  });

  test("delays the refusal of a post, so that a crowd sends less", async () => {
    wait.mockClear();
    await askTimes(UNAUTHENTICATED_PER_ADDRESS_PER_MINUTE, "192.0.2.3", "/login", POST);
    await askTimes(PAGES_PER_ADDRESS_PER_MINUTE + 1, "192.0.2.3");
    expect(wait).not.toHaveBeenCalled();
    await ask("192.0.2.3", "/login", POST);
    expect(wait).toHaveBeenCalledOnce();
  });

  test("ignores cookies and tokens that were never issued", async () => {
    const forged = [{ cookie: `${describeSessionCookie().name}=junk` }, { authorization: "Bearer svc_cli_junk" }];
    for (const [index, headers] of forged.entries()) {
      const limit = UNAUTHENTICATED_PER_ADDRESS_PER_MINUTE;
      expect(await askTimes(limit + 5, `192.0.2.${10 + index}`, "/login", { ...POST, headers })).toEqual({
        200: limit,
        429: 5,
      });
    }
  });

  test("health checks and the functions of Inngest are not counted", async () => {
    await askTimes(UNAUTHENTICATED_PER_ADDRESS_PER_MINUTE + 1, "192.0.2.20", "/login", POST);
    for (const path of ["/api/inngest", "/api/readyz"]) expect((await ask("192.0.2.20", path, POST)).status).toBe(200);
  });
});

describe("with a session", () => {
  test("counts a person's requests over all their sessions, and none for their address", async () => {
    const userId = newId("usr");
    const [first, second, stranger] = await Promise.all([openSession(userId), openSession(userId), openSession()]);
    const limit = SESSION_REQUESTS_PER_MINUTE;
    expect(await askTimes(limit, "192.0.2.30", "/api/rooms/activity", first)).toEqual({ 200: limit });
    expect((await ask("192.0.2.31", "/rooms", second)).status).toBe(429);
    expect((await ask("192.0.2.30", "/rooms", stranger)).status).toBe(200);
    expect(await askTimes(10, "192.0.2.30", "/login", POST)).toEqual({ 200: 10 });
  });

  test("counts an ended session for the address, never for its person", async () => {
    const userId = newId("usr");
    const [ended, open] = await Promise.all([openSession(userId), openSession(userId)]);
    rememberEndedSession(ended.sessionId);
    await askTimes(SESSION_REQUESTS_PER_MINUTE, "192.0.2.40", "/rooms", ended);
    expect((await ask("192.0.2.40", "/rooms", open)).status).toBe(200);
    await askTimes(UNAUTHENTICATED_PER_ADDRESS_PER_MINUTE, "192.0.2.40", "/login", { ...POST, ...ended });
    expect((await ask("192.0.2.40", "/login", POST)).status).toBe(429);
  });

  test("a command line has the reads of a session, and the responses of its receiver are not counted", async () => {
    const headers = { authorization: `Bearer ${COMMAND_LINE}` };
    const limit = SESSION_REQUESTS_PER_MINUTE;
    expect(await askTimes(limit + 1, "192.0.2.50", "/api/cli/listeners", { ...POST, headers })).toEqual({
      200: limit + 1,
    });
    expect(await askTimes(limit + 1, "192.0.2.50", "/api/cli/session", { headers })).toEqual({ 200: limit, 429: 1 });
  });
});

describe("a refusal", () => {
  const refuse = async (path: string, init: RequestInit) => {
    await askTimes(UNAUTHENTICATED_PER_ADDRESS_PER_MINUTE, "192.0.2.60", "/login", POST);
    const answer = await ask("192.0.2.60", path, { ...POST, ...init });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "55"]);
    return answer;
  };

  test("is a page for a form without JavaScript, with the way back", async () => {
    const answer = await refuse("/login?a=b", { headers: { ...HTML, "accept-language": "ja" } });
    const html = await answer.text();
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(html).toContain("<h1>リクエストが多すぎます</h1>");
    expect(html).toContain('href="/login?a=b">フォームに戻る</a>');
    expect(html).toContain('<style nonce="n0nce">');
  });

  test("is text for Next's client, and the envelope for programs", async () => {
    const called = await refuse("/login", { headers: { ...HTML, "next-action": "a" } });
    expect(await called.text()).toBe("Too many requests. Try again in 55 s.\n");
    const program = await refuse("/api/cli/login", { headers: HTML });
    expect(await program.json()).toMatchObject({
      error: { code: "rate_limit_exceeded", details: { retryAfterSeconds: 55 } },
    });
  });
});

test("posts are refused while they cannot be counted, and pages are shown", async () => {
  const down = { ...EXHAUSTED, take: () => Promise.reject(new Error("connection refused")) };
  await withBurst(down, async () => {
    expect((await ask("192.0.2.70", "/login", POST)).status).toBe(503);
    expect((await ask("192.0.2.70")).status).toBe(200);
  });
});
