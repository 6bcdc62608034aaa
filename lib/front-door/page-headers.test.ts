import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { isForeignPost } from "./page-headers";

const ask = (method: string, headers: Record<string, string>) => ({ method, headers }) as unknown as IncomingMessage;

test.each([
  ["GET", { origin: "https://evil.test", host: "svc.test" }, false],
  ["POST", { host: "svc.test" }, false],
  ["POST", { origin: "http://svc.test", host: "svc.test" }, false],
  ["POST", { origin: "http://svc.test:81", host: "svc.test" }, true],
  ["POST", { origin: "https://evil.test", host: "svc.test" }, true],
  ["POST", { origin: "null", host: "svc.test" }, true],
  ["POST", { origin: "not an origin", host: "svc.test" }, true],
  ["DELETE", { origin: "https://svc.test.evil.test", host: "svc.test" }, true],
  ["POST", { "sec-fetch-site": "cross-site", host: "svc.test" }, true],
  ["POST", { "sec-fetch-site": "same-origin", origin: "http://svc.test", host: "svc.test" }, false],
])("%s with %j is foreign: %s", (method, headers, isForeign) => {
  expect(isForeignPost(ask(method, headers))).toBe(isForeign);
});
