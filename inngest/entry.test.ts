import { createHmac } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { resetShared } from "../e2e/support/scenes/shared-state";
import { answerInngest } from "./entry";

const KEY = "0123456789abcdef".repeat(4);
const CALL = { version: -1, event: { name: "x" }, events: [], steps: {}, ctx: { run_id: "r", attempt: 0 } };

function setInngest(variables: Record<string, string>): void {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  resetShared();
}

beforeEach(resetShared);
afterEach(() => {
  vi.unstubAllEnvs();
  resetShared();
});

const KEYS = { INNGEST_EVENT_KEY: "event-key", INNGEST_SIGNING_KEY: `signkey-test-${KEY}` };

function ask(method: string, headers: Record<string, string> = {}, body = JSON.stringify(CALL)): Promise<Response> {
  return answerInngest(
    new Request("http://localhost:3000/api/inngest?fnId=svc-none&stepId=step", {
      method,
      headers: { host: "localhost:3000", ...headers },
      ...(method === "GET" ? {} : { body }),
    }),
  );
}

function sign(key: string, atSeconds: number): string {
  // CALL's members are sorted, as RFC 8785 writes them.
  const canonical = '{"ctx":{"attempt":0,"run_id":"r"},"event":{"name":"x"},"events":[],"steps":{},"version":-1}';
  return `t=${atSeconds}&s=${createHmac("sha256", key).update(canonical).update(String(atSeconds)).digest("hex")}`;
}

const nowSeconds = () => Math.floor(Date.now() / 1_000);

test.each(["GET", "POST", "PUT"])("returns 404 with the embedded runner: %s", async (method) => {
  expect((await ask(method)).status).toBe(404);
  expect((await ask(method, { "x-inngest-sync-kind": "in_band", "x-inngest-server-kind": "dev" })).status).toBe(404);
});

test.each(["GET", "POST", "PUT"])("with Inngest, unsigned and wrongly signed calls are refused: %s", async (method) => {
  setInngest(KEYS);
  for (const headers of [
    {},
    { "x-inngest-server-kind": "dev" },
    { "x-inngest-signature": "" },
    { "x-inngest-signature": "t=1&s=00" },
    { "x-inngest-signature": sign("f".repeat(64), nowSeconds()) },
    { "x-inngest-signature": sign(KEY, nowSeconds() - 3_600) },
  ] as Record<string, string>[]) {
    expect((await ask(method, headers)).status).toBe(401);
  }
});

test("a call that Inngest signed gets through, with the key and with the one before it", async () => {
  setInngest({ ...KEYS, INNGEST_SIGNING_KEY_FALLBACK: `signkey-test-${"a".repeat(64)}` });
  for (const key of [KEY, "a".repeat(64)]) {
    const response = await ask("POST", { "x-inngest-signature": sign(key, nowSeconds()) });
    // The function does not exist: the SDK has read the call, and its answer is signed.
    expect(response.status).toBe(500);
    expect(await response.text()).toContain("svc-none");
    expect(response.headers.get("x-inngest-signature")).toMatch(/^t=\d+&s=/);
  }
});

test("a body that is too large is not read to its end", async () => {
  setInngest(KEYS);
  const chunk = new Uint8Array(1024 * 1024);
  let sent = 0;
  const body = new ReadableStream({
    pull(controller) {
      sent += 1;
      controller.enqueue(chunk);
    },
  });
  const request = new Request("http://localhost:3000/api/inngest", {
    method: "POST",
    headers: { "x-inngest-signature": "t=1&s=00" },
    body,
    duplex: "half",
  } as RequestInit);
  expect((await answerInngest(request)).status).toBe(413);
  expect(sent).toBeLessThan(20);
});
