import { connect } from "node:net";
import { expect, test } from "vitest";
import { sendRaw } from "../support/attacks/raw-http";
import { useDemo } from "../support/scenes/demo";

const demo = useDemo();
const host = () => new URL(demo.baseUrl).host;

function readStatus(line: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(demo.baseUrl).port), "127.0.0.1");
    socket
      .once("data", (data) => {
        socket.destroy();
        resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(String(data))?.[1]));
      })
      .once("error", reject)
      .once("close", () => reject(new Error(`No answer to ${line}`)));
    socket.write(`${line} HTTP/1.1\r\nHost: ${host()}\r\nConnection: close\r\n\r\n`);
  });
}

test("OPTIONS * lists the methods of the server", async () => {
  const answer = await sendRaw(demo.baseUrl, `OPTIONS * HTTP/1.1\r\nHost: ${host()}\r\n\r\n`);
  expect([answer.status, answer.headers["allow"]]).toEqual([204, "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"]);
});

test("HEAD * is 400", async () => {
  expect(await readStatus("HEAD *")).toBe(400);
});

test.each(["GET *", "POST *", "TRACE *", "GET ftp://svc.test/v1/me", "GET http://[svc/v1/me"])(
  "%s is 400 in the envelope",
  async (line) => {
    const answer = await sendRaw(demo.baseUrl, `${line} HTTP/1.1\r\nHost: ${host()}\r\nContent-Length: 0\r\n\r\n`);
    expect(answer.status).toBe(400);
  },
);

test("a request without a Host is 400 in the envelope, and one of HTTP/1.0 needs none", async () => {
  const answer = await sendRaw(demo.baseUrl, "GET /v1/me HTTP/1.1\r\n\r\n");
  expect([answer.status, JSON.parse(answer.body)]).toMatchObject([400, { error: { code: "validation_error" } }]);
  expect((await sendRaw(demo.baseUrl, "GET /v1/me HTTP/1.0\r\n\r\n")).status).toBe(401);
});

test("an expectation that nobody knows is ignored", async () => {
  const answer = await sendRaw(
    demo.baseUrl,
    `GET /v1/me HTTP/1.1\r\nHost: ${host()}\r\nExpect: the-unexpected\r\n\r\n`,
  );
  expect([answer.status, JSON.parse(answer.body)]).toMatchObject([401, { error: { code: "unauthenticated" } }]);
});

test.each(["TRACE /api/healthz", "TRACE /login", "PROPFIND /rooms", "TRACE /preview/pdf"])(
  "%s is 405, and no failure of the service",
  async (line) => {
    expect(await readStatus(line)).toBe(405);
  },
);

const PATHS = [
  "/%",
  "/%ff",
  "/%E0%A4%A",
  "/%00",
  "/settings/%",
  "/rooms/%ff",
  "/rooms/%00/tasks",
  "/docs/%E0%A4%A",
  "/v1/%",
  "/v1/rooms/%ff/messages",
  "/v1/rooms/%00/messages",
  "//",
  "//evil.test/x",
  "///",
  "/\\evil.test",
  "/..",
  "/../../etc/passwd",
  "/..%2f..%2fetc/passwd",
  "/a;b=c",
  "/?%",
  "/?%ff=%",
  "/login?callbackUrl=%",
  "/login?callbackUrl=%ff",
  "/?__nextDataReq=1",
  "/_next",
  "/_next/",
  "/_next/static/%",
  "/_next/static/../../x",
  "/_next/data/x/y.json",
  "/_next/image",
  "/_next/image?url=%",
  "/_next/image?url=http://127.0.0.1/&w=64&q=75",
  "/files/upload/%",
  "/oauth/token/%",
  "/oauth/consent?request=%ff",
  "/api/auth/%",
  "/api/auth/signin/%ff",
  "/.well-known/%",
  "/[roomId]",
  "/rooms/[roomId]",
  "/index",
  "/_error",
  "/_not-found",
  "/404",
  "/500",
  "/favicon.ico/%",
  "http://svc.test/%",
  "HTTP://LOCALHOST/v1/me",
  "http://svc.test?x",
  "http://svc.test:0/",
];

/** The response may be a page, a redirect or a refusal; it is never a 5xx. */
test.each(["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "TRACE", "PROPFIND"])(
  "%s of odd targets is no 5xx",
  async (method) => {
    const failed: string[] = [];
    for (const path of PATHS) {
      const status = await readStatus(`${method} ${path}`);
      if (!(status >= 200 && status < 500)) failed.push(`${path} ${status}`);
    }
    expect(failed).toEqual([]);
  },
);

test("tools, the browser's own endpoints and pages are not for scripts of other origins", async () => {
  const sessions = [
    "/api/rooms/room_1/files",
    "/api/rooms/room_1/files/file_1/download",
    "/rooms/room_1",
    "/files/upload",
  ];
  for (const path of ["/mcp", "/api/healthz", "/login", ...sessions]) {
    for (const method of ["OPTIONS", "GET"]) {
      const response = await fetch(demo.baseUrl + path, { method, headers: { origin: "https://app.example" } });
      const names = [...response.headers.keys()].filter((name) => name.startsWith("access-control-"));
      expect([path, method, names]).toEqual([path, method, []]);
    }
  }
});

test("a request that never becomes one is readable from other origins, too", async () => {
  const answer = await sendRaw(
    demo.baseUrl,
    `GET /v1/me HTTP/1.1\r\nHost: ${host()}\r\nX: ${"a".repeat(50_000)}\r\n\r\n`,
  );
  expect([answer.status, answer.headers["access-control-allow-origin"]]).toEqual([431, "*"]);
  expect(answer.headers["link"]).toMatch(/\/docs\/errors\/validation_error\?request=req_\w+>; rel="help"$/);
});
