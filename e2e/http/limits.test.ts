import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  ESCAPED_BODY_MAX_BYTES,
  HEADERS_MAX_BYTES,
  REQUEST_BODY_MAX_BYTES,
  URL_MAX_BYTES,
} from "../../lib/platform/limits";
import { openConnection, type RawResponse, sendRaw } from "../support/attacks/raw-http";
import { useDemo } from "../support/scenes/demo";
import { type ConnectedDatabase, connectDatabase } from "../support/scenes/run-sql";
import { createWorld, type World } from "../support/scenes/world";

const demo = useDemo();

let database: ConnectedDatabase;
let writer: Writer;
let key: string;

interface Writer {
  token: string;
  path: string;
}

beforeAll(async () => {
  database = connectDatabase(demo.databaseUrl);
  const world = createWorld(database);
  writer = await createWriter(world, demo.baseUrl);
  const reader = await world.user();
  key = (await world.apiKey({ userId: reader.id, billingEntityId: reader.billingEntityId })).key;
});
afterAll(() => database.close());

async function createWriter(world: World, baseUrl: string): Promise<Writer> {
  const user = await world.user();
  const room = await world.room({ billingEntityId: user.billingEntityId });
  await world.enter(room.id, user.id);
  const audience = `${baseUrl}/v1`;
  const { token } = await world.accessToken({ userId: user.id, billingEntityId: user.billingEntityId, audience });
  return { token, path: `/v1/rooms/${room.id}/messages` };
}

const CRLF = "\r\n";
function head(line: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ Host: new URL(demo.baseUrl).host, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return [`${line} HTTP/1.1`, ...lines, "", ""].join(CRLF);
}
const readMe = () => head("GET /v1/me", { "X-Api-Key": key });
const post = (headers: Record<string, string>, { token, path } = writer) =>
  head(`POST ${path}`, { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...headers });

interface Envelope {
  error: { code: string; message: string; requestId: string; details?: Record<string, unknown> };
}

/** All errors have one form: those of the parser, the front door and the kernel. */
function expectEnvelope(response: RawResponse, status: number, code: string, details?: unknown): void {
  expect(response.status).toBe(status);
  expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(response.headers["content-length"]).toBe(String(Buffer.byteLength(response.body)));
  expect(response.headers["cache-control"]).toBe("no-store");
  const { error } = JSON.parse(response.body) as Envelope;
  expect(error).toEqual({
    code,
    message: expect.stringMatching(/\S/),
    requestId: response.headers["x-request-id"],
    ...(details === undefined ? {} : { details }),
  });
}

const bytesLimit = (limit: number) => ({ limit, unit: "bytes" });

async function auditOf(response: RawResponse): Promise<unknown[]> {
  return database.query("SELECT method, route, status, error_code FROM audit_log WHERE request_id = $1", [
    response.headers["x-request-id"],
  ]);
}

test("refuses a body that is too large even for escapes before it comes, and ends the connection", async () => {
  const connection = await openConnection(demo.baseUrl);
  connection.write(post({ "Content-Length": String(ESCAPED_BODY_MAX_BYTES + 1) }));
  const response = await connection.read();
  expectEnvelope(response, 413, "validation_error", bytesLimit(REQUEST_BODY_MAX_BYTES));
  expect(response.headers["connection"]).toBe("close");
  await connection.ended;
  expect(await auditOf(response)).toEqual([
    { method: "POST", route: "/v1/rooms/{roomId}/messages", status: 413, error_code: "validation_error" },
  ]);
});

test("a client that sends all of a too large body can still read why it is refused", async () => {
  const response = await fetch(demo.baseUrl + writer.path, {
    method: "POST",
    headers: { authorization: `Bearer ${writer.token}`, "content-type": "application/json" },
    body: JSON.stringify({ body: "x".repeat(2 * REQUEST_BODY_MAX_BYTES) }),
  });
  expect(response.status).toBe(413);
  expect(((await response.json()) as Envelope).error.details).toEqual(bytesLimit(REQUEST_BODY_MAX_BYTES));
});

test("a body without a length is counted while it comes, and refused once it is larger than 1 MB", async () => {
  const connection = await openConnection(demo.baseUrl);
  connection.write(post({ "Transfer-Encoding": "chunked" }));
  const chunk = `10000${CRLF}${"x".repeat(0x10000)}${CRLF}`;
  let answered: RawResponse | undefined;
  const reading = connection.read().then((response) => {
    answered = response;
  });
  let sent = 0;
  for (; !answered && sent < 32; sent += 1) {
    connection.write(chunk);
    await sleep(10);
  }
  await reading;
  // 16 chunks of 64 KB are exactly 1 MB; without a limit it would have waited for the end, which never came.
  expect(sent).toBeGreaterThan(16);
  expectEnvelope(answered as unknown as RawResponse, 413, "validation_error", bytesLimit(REQUEST_BODY_MAX_BYTES));
  await connection.ended;
});

test("accepts a body of exactly 1 MB", async () => {
  const content = "x".repeat(200_000);
  const padding = " ".repeat(REQUEST_BODY_MAX_BYTES - JSON.stringify({ title: "Minutes", content }).length);
  const body = `{"title":"Minutes",${padding}"content":${JSON.stringify(content)}}`;
  expect(Buffer.byteLength(body)).toBe(REQUEST_BODY_MAX_BYTES);
  const records = { ...writer, path: writer.path.replace("messages", "records") };
  expect((await sendRaw(demo.baseUrl, post({ "Content-Length": String(body.length) }, records), body)).status).toBe(
    201,
  );
  const oneMore = await sendRaw(demo.baseUrl, post({ "Content-Length": String(body.length + 1) }, records), `${body} `);
  expectEnvelope(oneMore, 413, "validation_error", bytesLimit(REQUEST_BODY_MAX_BYTES));
});

test("a request target of 8192 bytes passes, one more is 414 and keeps the connection", async () => {
  const target = (length: number) => "/v1/me?pad=".padEnd(length, "x");
  const connection = await openConnection(demo.baseUrl);
  connection.write(head(`GET ${target(URL_MAX_BYTES)}`, { "X-Api-Key": key }));
  expect((await connection.read()).status).toBe(200);
  connection.write(head(`GET ${target(URL_MAX_BYTES + 1)}`, { "X-Api-Key": key }));
  const refused = await connection.read();
  expectEnvelope(refused, 414, "validation_error", bytesLimit(URL_MAX_BYTES));
  expect(await auditOf(refused)).toMatchObject([{ route: "/v1/me", status: 414 }]);
  connection.write(readMe());
  expect((await connection.read()).status).toBe(200);
  connection.destroy();
});

test("headers are limited by their size, not by their number", async () => {
  const many = (count: number) =>
    head("GET /v1/me", {
      ...Object.fromEntries(Array.from({ length: count }, (_, n) => [`X-${n}`, ""])),
      "X-Api-Key": key,
    });
  expect((await sendRaw(demo.baseUrl, many(2_500))).status).toBe(200);
  expectEnvelope(await sendRaw(demo.baseUrl, many(3_700)), 431, "validation_error", bytesLimit(HEADERS_MAX_BYTES));
});

test("headers are refused above 32 KB by the service, above 40 KB by the parser, in the same words", async () => {
  const padded = (bytes: number) => head("GET /v1/me", { "X-Api-Key": key, "X-Pad": "x".repeat(bytes) });
  expect((await sendRaw(demo.baseUrl, padded(HEADERS_MAX_BYTES - 1_000))).status).toBe(200);

  const connection = await openConnection(demo.baseUrl);
  connection.write(padded(HEADERS_MAX_BYTES + 1_000));
  const byService = await connection.read();
  expectEnvelope(byService, 431, "validation_error", bytesLimit(HEADERS_MAX_BYTES));
  connection.write(readMe());
  expect((await connection.read()).status).toBe(200);

  connection.write(padded(41 * 1024));
  const byParser = await connection.read();
  expectEnvelope(byParser, 431, "validation_error", bytesLimit(HEADERS_MAX_BYTES));
  expect(byParser.headers["connection"]).toBe("close");
  await connection.ended;
  expect(await auditOf(byParser)).toMatchObject([{ method: "UNKNOWN", route: "unmatched", status: 431 }]);
});

test.each([
  ["no HTTP at all", "Hello there\r\n\r\n"],
  ["a header without a colon", "GET /v1/me HTTP/1.1\r\nHost: localhost\r\nnonsense\r\n\r\n"],
  [
    "two lengths",
    `POST /v1/me HTTP/1.1${CRLF}Host: localhost${CRLF}Content-Length: 1${CRLF}Content-Length: 2${CRLF}${CRLF}ab`,
  ],
  [
    "a length and chunks",
    `POST /v1/me HTTP/1.1${CRLF}Host: localhost${CRLF}Content-Length: 3${CRLF}Transfer-Encoding: chunked${CRLF}${CRLF}0${CRLF}${CRLF}`,
  ],
  ["a bare line feed in a header", "GET /v1/me HTTP/1.1\r\nHost: localhost\r\nX-A: b\nX-C: d\r\n\r\n"],
])("responds 400 to bytes that are not HTTP and ends the connection: %s", async (_name, bytes) => {
  const connection = await openConnection(demo.baseUrl);
  connection.write(bytes);
  const response = await connection.read();
  expectEnvelope(response, 400, "validation_error");
  expect(response.headers["connection"]).toBe("close");
  await connection.ended;
  expect(await auditOf(response)).toEqual([
    { method: "UNKNOWN", route: "unmatched", status: 400, error_code: "validation_error" },
  ]);
});

test("a connection stays usable after errors that leave it in order", async () => {
  const connection = await openConnection(demo.baseUrl);
  const bad = "{";
  const cases: [string, number][] = [
    [head("GET /v1/me"), 401],
    [head("GET /v1/nothing"), 404],
    [head("DELETE /v1/me"), 405],
    [post({ "Content-Length": String(bad.length) }) + bad, 400],
    // No handler reads this body: it has to be drained before the next request.
    [`${head("POST /v1/nothing", { "Content-Length": "5" })}hello`, 404],
    [readMe(), 200],
  ];
  for (const [request, status] of cases) {
    connection.write(request);
    const response = await connection.read();
    expect([response.status, response.headers["connection"]]).toEqual([status, "keep-alive"]);
  }
  connection.destroy();
});

// Next alone responds to such a path before any route: 500, in plain text.
test("responds 404 to a path that cannot be decoded", async () => {
  expectEnvelope(await sendRaw(demo.baseUrl, head("GET /v1/%E0%A4%A")), 404, "not_found");
  const room = await sendRaw(demo.baseUrl, head("GET /v1/rooms/%E0%A4%A/messages", { "X-Api-Key": key }));
  expectEnvelope(room, 404, "room_not_found");
});

test("responds to pipelined requests in their order", async () => {
  const connection = await openConnection(demo.baseUrl);
  const requests = [
    readMe(),
    head("GET /v1/nothing"),
    readMe(),
    head("HEAD /v1/me", { "X-Api-Key": key }),
    head("GET /v1/me"),
  ];
  connection.write(
    requests.map((request, n) => request.replace(CRLF, `${CRLF}X-Request-Id: pipe-${n}${CRLF}`)).join(""),
  );
  const answers: unknown[] = [];
  for (let n = 0; n < requests.length; n += 1) {
    const { status, headers } = await connection.read({ hasBody: n !== 3 });
    answers.push([headers["x-request-id"], status]);
  }
  expect(answers).toEqual([
    ["pipe-0", 200],
    ["pipe-1", 404],
    ["pipe-2", 200],
    ["pipe-3", 200],
    ["pipe-4", 401],
  ]);
  connection.destroy();
});

test("responds to a good request although nonsense follows it", async () => {
  const body = JSON.stringify({ body: "before the nonsense" });
  const connection = await openConnection(demo.baseUrl);
  connection.write(
    `${post({ "Content-Length": String(body.length), "X-Request-Id": "good" })}${body}nonsense${CRLF}${CRLF}`,
  );
  const first = await connection.read();
  expect([first.status, first.headers["x-request-id"]]).toEqual([201, "good"]);
  expectEnvelope(await connection.read(), 400, "validation_error");
  await connection.ended;
});

test("responds to a request that comes one byte at a time", async () => {
  const connection = await openConnection(demo.baseUrl);
  for (const byte of head("GET /v1/me", { "X-Api-Key": key })) {
    connection.write(byte);
    await sleep(2);
  }
  expect((await connection.read()).status).toBe(200);
  connection.destroy();
});

test("a body that breaks off is a 400, and writes nothing", async () => {
  const connection = await openConnection(demo.baseUrl);
  connection.write(post({ "Content-Length": "100", "X-Request-Id": "broken-off", Expect: "100-continue" }));
  await connection.readContinue();
  connection.write('{"body":"half');
  connection.destroy();
  let rows: unknown[] = [];
  for (let waitedMs = 0; rows.length === 0 && waitedMs < 60_000; waitedMs += 50) {
    await sleep(50);
    rows = await database.query("SELECT status, error_code, units_cost FROM audit_log WHERE request_id = 'broken-off'");
  }
  expect(rows).toEqual([{ status: 400, error_code: "validation_error", units_cost: 0 }]);
});
