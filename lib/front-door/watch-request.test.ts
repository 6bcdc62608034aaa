import { createServer, request } from "node:http";
import { expect, test, vi } from "vitest";
import { listen } from "../../e2e/support/servers/loopback";
import { takeLoad } from "../platform/load";
import { watchRequest } from "./watch-request";

test("counts every response once, and durations of /v1 without streams", async () => {
  takeLoad();
  const server = createServer((incoming, response) => {
    const [, status = "", route = "", type = "application/json"] = decodeURIComponent(incoming.url ?? "").split("|");
    watchRequest(incoming, response).route = route;
    if (status === "never") return;
    response.setHeader("content-type", type);
    response.writeHead(Number(status)).end("{}");
  });
  const front = await listen(server);
  const ask = (...parts: string[]) => fetch(`${front.url}/${encodeURIComponent(["", ...parts].join("|"))}`);
  for (const [status, route] of [
    ["200", "/v1/rooms"],
    ["404", "/v1/rooms/{roomId}"],
    ["429", "/v1/rooms"],
    ["503", "/rooms"],
    ["500", "/v1/me"],
    ["429", "unmatched"],
  ] as const)
    await (await ask(status, route)).text();
  await (await ask("200", "/v1/stream", "text/event-stream")).text();
  const left = request(`${front.url}/${encodeURIComponent("|never|/rooms")}`);
  left.on("error", () => undefined);
  server.once("request", () => left.destroy());
  left.end();
  const sums = { requests: 0, failed: 0, limited: 0, timed: 0 };
  await vi.waitFor(() => {
    const load = takeLoad();
    for (const name of ["requests", "failed", "limited"] as const) sums[name] += load[name];
    sums.timed += load.durations.reduce((sum, requests) => sum + requests);
    expect(sums).toEqual({ requests: 8, failed: 2, limited: 2, timed: 4 });
  });
  await front.close();
});
