import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { Redis } from "@upstash/redis";
import { afterAll, beforeAll, describe } from "vitest";
import { findFreePort } from "../../../scripts/database/free-port.mjs";
import { LEFT_ALONE } from "../../../scripts/testing/pauses.mjs";
import { resetShared } from "../scenes/shared-state";
import { kill, untilReady } from "./child-process";

const serverFile = findRedisServer();

export const describeWithRedis = serverFile === undefined && process.env["CI"] !== "true" ? describe.skip : describe;

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
export function useTestRedis() {
  const token = "loopback-token";
  const started: { url: string; rest?: ChildProcess; redis?: ChildProcess } = { url: "" };
  const connect = () => new Redis({ url: started.url, token, retry: false });

  beforeAll(async () => {
    if (serverFile === undefined) throw new Error("No redis-server on the PATH.");
    const redisPort = await findFreePort();
    const redisArgs = ["--port", String(redisPort), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
    started.redis = spawn(serverFile, redisArgs, { stdio: "ignore" });
    const restPort = await findFreePort();
    const settings = { PORT: String(restPort), URS_TOKEN: token, REDIS_URL: `redis://127.0.0.1:${redisPort}` };
    const env = { ...process.env, ...settings, [LEFT_ALONE]: "true" };
    const args = [join("e2e", "support", "servers", "redis-rest.mjs")];
    started.rest = spawn(process.execPath, args, { env, stdio: "ignore" });
    started.url = `http://127.0.0.1:${restPort}`;
    await untilReady(
      started.rest,
      () => "",
      async () => (await connect().ping()) === "PONG",
    );
    process.env["UPSTASH_REDIS_REST_URL"] = started.url;
    process.env["UPSTASH_REDIS_REST_TOKEN"] = token;
    resetShared();
  });

  afterAll(async () => {
    await Promise.all([started.rest, started.redis].map((child) => kill(child)));
    process.env["UPSTASH_REDIS_REST_URL"] = "";
    process.env["UPSTASH_REDIS_REST_TOKEN"] = "";
  });

  return {
    get url() {
      return started.url;
    },
    token,
    get client() {
      return connect();
    },
    /** SIGSTOP: requests hang from here on. */
    hang: () => void started.rest?.kill("SIGSTOP"),
    resume: () => void started.rest?.kill("SIGCONT"),
    /** Connections are refused from here on. */
    kill: () => kill(started.rest),
  };
}

function findRedisServer(): string | undefined {
  const directories = (process.env["PATH"] ?? "").split(delimiter);
  return directories.map((directory) => join(directory, "redis-server")).find((file) => existsSync(file));
}
