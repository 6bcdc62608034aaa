import { createServer, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { Writable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readOnAfterAnswer } from "./read-on";

/** The body exceeds what the system holds for a connection that nobody reads. */
const BODY = Buffer.alloc(4 * 1024 * 1024);

const READERS: Record<string, (request: IncomingMessage, answer: () => void) => void> = {
  "/pipe": (request, answer) => {
    const reader = new Writable({
      write(_chunk, _encoding, done) {
        done(new Error("not decodable"));
      },
    });
    reader.once("error", answer);
    request.pipe(reader);
  },
  "/data": (request, answer) => {
    request.once("data", () => {
      request.pause();
      answer();
    });
  },
  "/destroy": (request, answer) => {
    request.once("data", () => {
      Object.assign(request, { socket: undefined });
      request.destroy();
      answer();
    });
  },
  "/readable": (request, answer) => {
    request.on("readable", () => undefined);
    request.once("readable", () => {
      request.read(1);
      answer();
    });
  },
};

let server: Server;
beforeAll(async () => {
  server = createServer((request, response) => {
    readOnAfterAnswer(request, response);
    const read = READERS[request.url ?? ""];
    if (read) read(request, () => response.writeHead(400).end());
    else response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test.each(Object.keys(READERS))("the next request of the connection is answered after %s gave up", async (path) => {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let answers = "";
  socket.on("data", (chunk) => {
    answers += String(chunk);
  });
  socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${BODY.length}\r\n\r\n`);
  socket.write(BODY);
  socket.write("GET /next HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await expect.poll(() => answers.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 400", "HTTP/1.1 204"]);
  socket.destroy();
});
