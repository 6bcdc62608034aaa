import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerJson } from "./probes";
import { answerWeb } from "./web-request";

const failed: unknown[] = [];
const server = createServer((asked, response) => {
  answerWeb(() => answerJson(200, {}), asked, response, "http://localhost").catch((error: unknown) => {
    failed.push(error);
    response.destroy();
  });
});
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => server.close());

async function ask(method: string, path: string): Promise<number | undefined> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const asking = request({ host: "127.0.0.1", port, method, path, agent: false }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode));
    });
    asking.once("error", reject).end();
  });
}

test.each([
  ["GET", "/api/healthz", 200],
  ["HEAD", "/api/healthz", 200],
  ["POST", "/", 200],
  ["TRACE", "/", 400],
  ["GET", "//[", 400],
  ["GET", "//host:port/", 400],
])("%s %s is answered with %i, and is no failure of the service", async (method, path, status) => {
  expect(await ask(method, path)).toBe(status);
  expect(failed).toEqual([]);
});
