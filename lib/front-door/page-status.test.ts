import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { markActionBegun, markFailed, markFrame, markMissing, markUnavailable } from "../platform/page-answer";
import { answerPage } from "./page-status";

/** Takes Next's place: the path says what it does. */
const HANDLERS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  "/undecodable": (response) => response.writeHead(500).end(),
  "/implicit": (response) => {
    response.statusCode = 500;
    response.end();
  },
  "/action-fails": (response) => {
    markActionBegun();
    response.writeHead(500).end();
  },
  "/missing": (response) => {
    markMissing();
    response.writeHead(200, { "content-type": "text/html" }).end("drawn");
  },
  "/away": (response) => {
    markUnavailable();
    response.writeHead(500).end();
  },
  // Next writes its empty page in parts; the second time, a frame shows the failure.
  "/broken": (response) => {
    markFrame(0);
    const shown = markFrame(1);
    if (shown === null) {
      markFailed("1234");
      response.setHeader("x-first", "1");
      response.statusCode = 500;
      response.flushHeaders();
      response.write("empty");
      response.end();
    } else response.writeHead(200, { "content-type": "text/html" }).end(`failed with ${shown}`);
  },
  "/broken-twice": (response) => {
    markFrame(0);
    markFailed("1234");
    response.writeHead(500).end("empty");
  },
  "/there": (response) => response.writeHead(200).end(),
  "/api/upload": (response) => response.writeHead(500).end(),
};

const server = createServer((request, response) => {
  void answerPage(request, response, async () => {
    await Promise.resolve();
    HANDLERS[request.url ?? ""]?.(response);
  });
});
let url = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const ACTION = { method: "POST", headers: { "next-action": "a" } };
const FORM = { method: "POST", headers: { "content-type": "multipart/form-data; boundary=x" } };

test.each([
  ["arguments that cannot be decoded are the caller's fault", "/undecodable", ACTION, 400],
  ["and so is a form without JavaScript", "/undecodable", FORM, 400],
  ["whichever way Next sets the status", "/implicit", ACTION, 400],
  ["an action that has begun and fails is the service's fault", "/action-fails", ACTION, 500],
  ["a page that fails is the service's fault", "/undecodable", {}, 500],
  ["a route handler that fails is the service's fault", "/api/upload", FORM, 500],
  ["a page that fails because the database is away may be asked for again", "/away", {}, 503],
  ["a page that draws that something is missing is a 404", "/missing", {}, 404],
  ["but not for Next's own fetch of page data", "/missing", { headers: { rsc: "1" } }, 200],
  ["every other answer keeps its status", "/there", ACTION, 200],
])("%s", async (_, path, init: RequestInit, status) => {
  const response = await fetch(url + path, init);
  expect(response.status).toBe(status);
  await response.text();
});

test("a page that fails is drawn again, by a frame that shows the failure, and stays a 500", async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => fetch(`${url}/broken`)));
  for (const answer of answers) {
    expect([answer.status, answer.headers.get("x-first"), await answer.text()]).toEqual([
      500,
      null,
      "failed with 1234",
    ]);
  }
  const twice = await fetch(`${url}/broken-twice`);
  expect([twice.status, await twice.text()]).toEqual([500, "empty"]);
  const data = await fetch(`${url}/broken`, { headers: { rsc: "1" } });
  expect([data.status, await data.text()]).toEqual([500, "empty"]);
});

test("requests at the same time do not hear of each other", async () => {
  const paths = Array.from({ length: 40 }, (_, n) => (n % 2 ? "/missing" : "/there"));
  const statuses = await Promise.all(paths.map(async (path) => (await fetch(url + path)).status));
  expect(statuses).toEqual(paths.map((path) => (path === "/missing" ? 404 : 200)));
});
