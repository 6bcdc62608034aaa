import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "@upstash/redis";
import { afterAll, beforeAll, describe } from "vitest";
import { findFreePort } from "../../../scripts/database/free-port.mjs";
import { resetShared } from "../scenes/shared-state";

/**
 * A real redis-server of this test file alone, behind the REST protocol of Upstash, on loopback.
 *
 *   describeWithRedis("burst windows in Redis", () => {
 *     const redis = useTestRedis();
 *     test("…", async () => { … });        // UPSTASH_REDIS_REST_URL and _TOKEN already lead to it
 *   });
 *
 * Where there is no redis-server the tests are skipped by name; with CI=true that fails.
 */
export interface TestRedis {
  readonly url: string;
  readonly token: string;
  readonly client: Redis;
  /** SIGSTOP: requests hang from here on. */
  hang(): void;
  resume(): void;
  /** SIGKILL: connections are refused from here on. */
  kill(): Promise<void>;
}

const serverFile = findRedisServer();

export const describeWithRedis = serverFile === undefined && process.env["CI"] !== "true" ? describe.skip : describe;

export function useTestRedis(): TestRedis {
  const token = "loopback-token";
  const started: { url: string; rest?: ChildProcess; redis?: ChildProcess } = { url: "" };

  beforeAll(async () => {
    if (serverFile === undefined) throw new Error("No redis-server on the PATH.");
    const redisPort = await findFreePort();
    const args = ["--port", String(redisPort), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
    started.redis = spawn(serverFile, args, { stdio: "ignore" });
    const restPort = await findFreePort();
    const env = {
      ...process.env,
      PORT: String(restPort),
      URS_TOKEN: token,
      REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    };
    started.rest = spawn(process.execPath, [join("e2e", "support", "servers", "redis-rest.mjs")], {
      env,
      stdio: "ignore",
    });
    started.url = `http://127.0.0.1:${restPort}`;
    await waitUntilReady(started.url, token);
    process.env["UPSTASH_REDIS_REST_URL"] = started.url;
    process.env["UPSTASH_REDIS_REST_TOKEN"] = token;
    resetShared();
  });

  afterAll(async () => {
    await Promise.all([started.rest, started.redis].map(end));
    process.env["UPSTASH_REDIS_REST_URL"] = "";
    process.env["UPSTASH_REDIS_REST_TOKEN"] = "";
  });

  return {
    get url() {
      return started.url;
    },
    token,
    get client() {
      return new Redis({ url: started.url, token, retry: false });
    },
    hang: () => void started.rest?.kill("SIGSTOP"),
    resume: () => void started.rest?.kill("SIGCONT"),
    kill: () => end(started.rest),
  };
}

function findRedisServer(): string | undefined {
  const directories = (process.env["PATH"] ?? "").split(delimiter);
  return directories.map((directory) => join(directory, "redis-server")).find((file) => existsSync(file));
}

async function waitUntilReady(url: string, token: string): Promise<void> {
  const client = new Redis({ url, token, retry: false });
  for (let waitedMs = 0; waitedMs < 240_000; waitedMs += 25) {
    if ((await client.ping().catch(() => undefined)) === "PONG") return;
    await sleep(25);
  }
  throw new Error("Redis did not answer in time.");
}

function end(child: ChildProcess | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
}
