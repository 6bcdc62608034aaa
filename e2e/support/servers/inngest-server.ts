import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "../../../scripts/database/free-port.mjs";
import { keepOutput, kill, untilReady } from "./child-process";

/** Bare hex, as a self-hosted server wants it. */
export const SIGNING_KEY = "0123456789abcdef".repeat(4);
export const EVENT_KEY = "abcdef0123456789";

/** A real, self-hosted Inngest server on loopback, from the binary that INNGEST_BIN names. It knows no app yet. */
export async function startInngestServer() {
  const directory = mkdtempSync(join(tmpdir(), "svc-inngest-"));
  const ports = await Promise.all(Array.from({ length: 4 }, () => findFreePort()));
  const [port, gateway, gatewayGrpc, executorGrpc] = ports;
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
    /** Its memory is lost. */
    kill: () => kill(child),
    async start(): Promise<void> {
      const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)]);
      child = spawn(process.env["INNGEST_BIN"] ?? "", ["start", "--no-ui", ...args], {
        env: { PATH: process.env["PATH"], HOME: directory, DO_NOT_TRACK: "1", NODE_ENV: "test" },
        stdio: ["ignore", "pipe", "pipe"],
      });
      readLog = keepOutput(child);
      await untilReady(child, readLog, async () => (await fetch(`${url}/health`)).ok);
    },
    /** SIGSTOP: its connections stay open and say nothing. */
    pause: () => Promise.resolve(void child?.kill("SIGSTOP")),
    /** Continues a paused one, and starts a killed one. */
    async resume(): Promise<void> {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) await server.start();
      else child.kill("SIGCONT");
    },
    async remove(): Promise<void> {
      await server.kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}
export type InngestServer = Awaited<ReturnType<typeof startInngestServer>>;
