import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../../../scripts/database/free-port.mjs";
import { keepOutput, kill } from "./child-process";

/** Bare hex, as a self-hosted server wants it. */
export const SIGNING_KEY = "0123456789abcdef".repeat(4);
export const EVENT_KEY = "abcdef0123456789";

export interface InngestServer {
  readonly url: string;
  readLog(): string;
  /** SIGKILL: its memory is lost. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** SIGSTOP: its connections stay open and say nothing. */
  pause(): Promise<void>;
  /** Continues a paused one, and starts a killed one. */
  resume(): Promise<void>;
  /** Stops it and deletes its data. */
  remove(): Promise<void>;
}

/** A real, self-hosted Inngest server on loopback, from the binary that INNGEST_BIN names. It knows no app yet. */
export async function startInngestServer(options: readonly string[] = []): Promise<InngestServer> {
  const directory = mkdtempSync(join(tmpdir(), "svc-inngest-"));
  const [port, gateway, gatewayGrpc, executorGrpc] = await Promise.all([
    findFreePort(),
    findFreePort(),
    findFreePort(),
    findFreePort(),
  ]);
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let readLog = () => "";
  const flags = {
    host: "127.0.0.1",
    port,
    "signing-key": SIGNING_KEY,
    "event-key": EVENT_KEY,
    "sqlite-dir": directory,
    "connect-gateway-port": gateway,
    "connect-gateway-grpc-port": gatewayGrpc,
    "connect-executor-grpc-port": executorGrpc,
  };
  const server = {
    url,
    readLog: () => readLog(),
    async kill() {
      if (child) await kill(child);
    },
    async start() {
      const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)]);
      child = spawn(process.env["INNGEST_BIN"] ?? "", ["start", "--no-ui", ...args, ...options], {
        env: { PATH: process.env["PATH"], HOME: directory, DO_NOT_TRACK: "1", NODE_ENV: "test" },
        stdio: ["ignore", "pipe", "pipe"],
      });
      readLog = keepOutput(child);
      await answers(`${url}/health`, child, readLog);
    },
    pause: () => Promise.resolve(void child?.kill("SIGSTOP")),
    async resume() {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) await server.start();
      else child.kill("SIGCONT");
    },
    async remove() {
      await server.kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

async function answers(url: string, child: ChildProcess, readLog: () => string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) throw new Error(`The Inngest server did not start:\n${readLog()}`);
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await sleep(100);
  }
  throw new Error(`The Inngest server does not answer at ${url}:\n${readLog()}`);
}
