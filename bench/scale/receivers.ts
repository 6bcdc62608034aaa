import { fork } from "node:child_process";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { findFreePort } from "../../scripts/database/free-port.mjs";

/** Receivers in a process of their own. The fast ones tell how long after its event a delivery arrived. */
const FAST = 10;
const SLOW_MS = 3_000;
export const BACKLOG_PATH = "/backlog";

export interface ReceiverUrls {
  fast: readonly string[];
  trouble: readonly string[];
}

interface ReceiverReport {
  urls: ReceiverUrls;
  latencies: number[];
  troubled: number;
}

export interface Receivers {
  urls: ReceiverUrls;
  read(): Promise<Omit<ReceiverReport, "urls">>;
  stop(): void;
}

export async function startReceivers(): Promise<Receivers> {
  const child = fork(fileURLToPath(import.meta.url), ["receive"], { execArgv: ["--import", "tsx"] });
  const next = () =>
    new Promise<ReceiverReport>((resolve) => child.once("message", (told) => resolve(told as ReceiverReport)));
  const { urls } = await next();
  return {
    urls,
    read() {
      const told = next();
      child.send("read");
      return told;
    },
    stop: () => void child.kill(),
  };
}

async function receive(): Promise<void> {
  let [latencies, troubled]: [number[], number] = [[], 0];
  const listen = async (answer: (response: ServerResponse, body: string, path: string) => void): Promise<string> => {
    const server = createServer((incoming, response) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("end", () => answer(response, Buffer.concat(chunks).toString(), incoming.url ?? ""));
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  };
  const takeAtOnce = (response: ServerResponse, body: string, path: string) => {
    if (path !== BACKLOG_PATH)
      latencies.push(Date.now() - Date.parse((JSON.parse(body) as { createdAt: string }).createdAt));
    response.end("ok");
  };
  const count = (then: (response: ServerResponse) => void) => (response: ServerResponse) => {
    troubled += 1;
    then(response);
  };
  const fast = await Promise.all(Array.from({ length: FAST }, () => listen(takeAtOnce)));
  const trouble = [
    await listen(count(() => undefined)),
    await listen(count((response) => void setTimeout(() => response.end("ok"), SLOW_MS))),
    await listen(count((response) => response.writeHead(503).end("busy"))),
    `http://127.0.0.1:${await findFreePort()}/`,
  ];
  const tell = () => process.send?.({ urls: { fast, trouble }, latencies, troubled } satisfies ReceiverReport);
  tell();
  process.on("message", () => {
    tell();
    [latencies, troubled] = [[], 0];
  });
  process.once("disconnect", () => process.exit());
}

if (process.send && process.argv[2] === "receive") await receive();
