import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { applyPageHeaders, isForeignPost } from "./page-headers";

const ask = (method: string, headers: Record<string, string>) => ({ method, headers }) as unknown as IncomingMessage;

test.each([
  ["GET", { origin: "https://evil.test", host: "svc.test" }, false],
  ["POST", { host: "svc.test" }, false],
  ["POST", { origin: "http://svc.test", host: "svc.test" }, false],
  ["POST", { origin: "http://svc.test:81", host: "svc.test" }, true],
  ["POST", { origin: "https://evil.test", host: "svc.test" }, true],
  ["POST", { origin: "null", host: "svc.test" }, true],
  ["POST", { "sec-fetch-site": "same-site", origin: "null", host: "svc.test" }, true],
  ["POST", { "sec-fetch-site": "same-origin", origin: "null", host: "svc.test" }, false],
  ["POST", { origin: "not an origin", host: "svc.test" }, true],
  ["DELETE", { origin: "https://svc.test.evil.test", host: "svc.test" }, true],
  ["POST", { "sec-fetch-site": "cross-site", host: "svc.test" }, true],
  ["POST", { "sec-fetch-site": "same-origin", origin: "http://svc.test", host: "svc.test" }, false],
])("%s with %j is foreign: %s", (method, headers, isForeign) => {
  expect(isForeignPost(ask(method, headers))).toBe(isForeign);
});

test.each([
  ["/password/reset?token=a", "no-referrer"],
  ["/sign-up/confirm?locale=ja&token=a", "no-referrer"],
  ["/unsubscribe?link=a", "no-referrer"],
  ["/login?callbackUrl=%2Frooms", "strict-origin-when-cross-origin"],
  ["/rooms", "strict-origin-when-cross-origin"],
])("%s tells other sites its address by %s", (url, policy) => {
  const set = new Map<string, string>();
  const response = { setHeader: (name: string, value: string) => set.set(name, value) } as unknown as ServerResponse;
  const headers: IncomingMessage["headers"] = { host: "svc.test", origin: "null" };
  const request = { url, headers, socket: {} } as unknown as IncomingMessage;
  applyPageHeaders(request, response, false);
  expect(set.get("referrer-policy")).toBe(policy);
  // Next compares it with the host.
  expect(headers.origin).toBe("http://svc.test");
});
