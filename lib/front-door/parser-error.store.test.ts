import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { eventually } from "../../e2e/support/scenes/eventually";
import { useFrozenMinute } from "../../e2e/support/scenes/frozen-minute";
import { chargeAddress } from "../api/address-window";
import { UNAUTHENTICATED_PER_ADDRESS_PER_MINUTE } from "../platform/limits";
import { answerParserError } from "./parser-error";

useFrozenMinute();
const database = useTestDatabase();
const countRows = async () =>
  (await database.query<{ n: number }>("SELECT count(*)::int AS n FROM audit_log WHERE method = 'UNKNOWN'"))[0]?.n;

let server: Server;
const accepted: Socket[] = [];
beforeAll(async () => {
  server = createServer({ headersTimeout: 0, requestTimeout: 0, connectionsCheckingInterval: 20 });
  server.on("connection", (socket) => accepted.push(socket));
  server.on("clientError", (error, socket) => void answerParserError(error, socket as Socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => server.close());

async function receive(sent: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let text = "";
  socket.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  socket.write(sent);
  await once(socket, "close");
  return text;
}

async function receiveTooLate(sent: string): Promise<string> {
  accepted.length = 0;
  const received = receive(sent);
  await eventually(() => expect(accepted.map(({ bytesRead }) => bytesRead)).toEqual([sent.length]));
  // Node gives up on a request that has not come by then, whether or not a byte of it was sent.
  Object.assign(server, { headersTimeout: 1, requestTimeout: 1 });
  const text = await received;
  Object.assign(server, { headersTimeout: 0, requestTimeout: 0 });
  return text;
}

test("a connection that never sent a byte is closed without an answer or an audit row", async () => {
  const before = await countRows();
  expect(await receiveTooLate("")).toBe("");
  expect(await countRows()).toBe(before);
});

test("a request that stopped after its first line is 408, and is audited", async () => {
  const before = (await countRows()) ?? 0;
  expect(await receiveTooLate("GET /v1/me HTTP/1.1\r\n")).toMatch(/^HTTP\/1\.1 408 /);
  expect(await countRows()).toBe(before + 1);
});

test("charges bytes that are no request to the address", async () => {
  expect(await receive("nonsense\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
  for (let sent = 0; sent < UNAUTHENTICATED_PER_ADDRESS_PER_MINUTE; sent += 1) await chargeAddress("127.0.0.1");
  const before = await countRows();
  expect(await receive("nonsense\r\n\r\n")).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: \d+/);
  expect(await countRows()).toBe(before);
});
