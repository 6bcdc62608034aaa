import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { openConnection, type RawConnection } from "../../e2e/support/attacks/raw-http";
import { announceStop } from "./listen";

async function openHolding() {
  const held: ServerResponse[] = [];
  const server = createServer();
  const announce = announceStop(server);
  server.on("request", (_request, response) => {
    held.push(response);
    server.emit("held");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const askOn = async (connection: RawConnection, count = 1) => {
    const wanted = held.length + count;
    connection.write("GET / HTTP/1.1\r\nHost: svc.test\r\n\r\n".repeat(count));
    while (held.length < wanted) await once(server, "held");
    return held.slice(-count);
  };
  return { server, url, announce, askOn };
}

test("ends every connection after its last response once a stop is announced, pipelined ones included", async () => {
  const { server, url, announce, askOn } = await openHolding();
  const [idle, busy, pipelined] = [await openConnection(url), await openConnection(url), await openConnection(url)];
  const [before] = await askOn(idle);
  before?.end();
  expect((await idle.read()).headers["connection"]).toBe("keep-alive");
  const underWay = await askOn(busy);
  const row = await askOn(pipelined, 3);

  await announce(0);

  for (const response of [...underWay, ...row]) response.end();
  expect((await busy.read()).headers["connection"]).toBe("close");
  const read = [await pipelined.read(), await pipelined.read(), await pipelined.read()];
  expect(read.map(({ headers }) => headers["connection"])).toEqual(["keep-alive", "keep-alive", "close"]);
  const [later] = await askOn(idle);
  later?.end();
  expect((await idle.read()).headers["connection"]).toBe("close");
  await Promise.all([idle.ended, busy.ended, pipelined.ended]);
  server.close();
});
