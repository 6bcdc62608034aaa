import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import { findFreePort } from "../../../scripts/database/free-port.mjs";
import { TEST_ENV } from "../test-env.mjs";
import { makeChildEnv, startRestartable } from "./child-process";

/** Routes read tokens from their request: cookies and redirects of pages are never reached. */
const WITHOUT_NEXT: Plugin = {
  name: "without-next",
  setup(bundle) {
    bundle.onResolve({ filter: /^next(-auth)?\// }, () => ({ path: "next", namespace: "none" }));
    bundle.onLoad({ filter: /./, namespace: "none" }, () => ({ contents: "module.exports = {};" }));
  },
};

export interface ListenerProcess {
  readonly baseUrl: string;
  readRssMb(): Promise<number>;
  kill(): Promise<void>;
  restart: () => Promise<void>;
  end(): Promise<void>;
}

/** A process with the paths of `svc listen`, which comes back on the same port after a kill. */
export async function startListenerProcess(databaseUrl: string): Promise<ListenerProcess> {
  const port = await findFreePort();
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  const directory = join(root, "node_modules", ".cache");
  const file = join(directory, `svc-listener-${process.pid}.mjs`);
  mkdirSync(directory, { recursive: true });
  await build({
    entryPoints: [fileURLToPath(new URL("./listener-server.ts", import.meta.url))],
    outfile: file,
    bundle: true,
    packages: "external",
    plugins: [WITHOUT_NEXT],
    platform: "node",
    format: "esm",
    target: "node24",
    alias: { "@": root.replace(/\/$/, "") },
    logLevel: "error",
  });
  const variables = { ...TEST_ENV, DATABASE_URL: databaseUrl, PORT: String(port), DATABASE_POOL_MAX: "16" };
  const listener = await startRestartable(["--expose-gc", file], makeChildEnv(variables));
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    async readRssMb() {
      const { readFile } = await import("node:fs/promises");
      const status = await readFile(`/proc/${listener.child.pid}/status`, "utf8");
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
    },
    restart: listener.restart,
    kill: listener.kill,
    async end() {
      await listener.kill();
      rmSync(file, { force: true });
    },
  };
}
