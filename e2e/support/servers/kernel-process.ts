import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Plugin, build as runBuild } from "esbuild";
import { afterAll, beforeAll } from "vitest";
import { findFreePort } from "../../../scripts/database/free-port.mjs";
import { TEST_ENV } from "../test-env.mjs";
import { makeChildEnv, type Restartable, startRestartable } from "./child-process";

interface KernelOptions {
  hasBursts?: boolean;
  /** They wait for Redis as long as it takes: a slow machine needs more than a second for a hundred requests at once. */
  isPatient?: boolean;
}

/**
 * Processes that serve `/v1` by the kernel alone, bundled once a file: each start takes a fraction of a second.
 *
 *   const kernels = useKernelProcesses();
 *   const kernel = await kernels.start({ DATABASE_URL: database.url });
 *   await fetch(`${kernel.baseUrl}/v1/me`, …);
 *   await kernel.kill();                         // SIGKILL
 *   await kernel.restart();                      // on the same port
 */
export function useKernelProcesses({ hasBursts = true, isPatient = false }: KernelOptions = {}) {
  const directory = mkdtempSync(join(tmpdir(), "svc-kernel-"));
  const file = join(directory, "kernel-server.mjs");
  const started: Restartable[] = [];

  beforeAll(async () => {
    const changes: LimitChange[] = [];
    if (!hasBursts) changes.push([/(PER_MINUTE|PerMinute|BURST_MIN|BURST_MAX) = [\d_]+;/g, "$1 = 1_000_000;"]);
    if (isPatient) changes.push([/(BURST_BACKEND_TIMEOUT_MS) = [\d_]+;/g, "$1 = 240_000;"]);
    await bundleKernel(file, [WITHOUT_PRISMA, changeLimits(changes)]);
  });

  afterAll(async () => {
    await Promise.all(started.map((kernel) => kernel.kill()));
    rmSync(directory, { recursive: true, force: true });
  });

  return {
    async start(variables: Record<string, string>): Promise<KernelProcess> {
      const env = { ...TEST_ENV, PORT: String(await findFreePort()), SVC_LOG_LEVEL: "warn", NODE_ENV: "production" };
      const kernel = await startRestartable([file], { env: makeChildEnv({ ...env, ...variables }) });
      started.push(kernel);
      return Object.assign(kernel, { baseUrl: `http://127.0.0.1:${env.PORT}` });
    },
  };
}
export type KernelProcess = Restartable & { readonly baseUrl: string };
export type KernelProcesses = ReturnType<typeof useKernelProcesses>;

/** `/v1` never uses Prisma, whose loading takes half of a start. */
const WITHOUT_PRISMA: Plugin = {
  name: "without-prisma",
  setup(build) {
    build.onResolve({ filter: /^@prisma\/adapter-pg$|\/prisma\/client\/client$/ }, () => ({
      path: "prisma",
      namespace: "none",
    }));
    build.onLoad({ filter: /./, namespace: "none" }, () => ({
      contents: "export class PrismaClient {} export class PrismaPg {}",
    }));
  },
};

type LimitChange = [pattern: RegExp, line: string];

const changeLimits = (changes: readonly LimitChange[]): Plugin => ({
  name: "change-limits",
  setup(build) {
    build.onLoad({ filter: /\/lib\/platform\/limits\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      const contents = changes.reduce((changed, [pattern, line]) => changed.replaceAll(pattern, line), text);
      return { contents, loader: "ts" };
    });
  },
});

/** Bundled with its packages, because one file loads faster than a thousand. */
async function bundleKernel(outfile: string, plugins: Plugin[]): Promise<void> {
  await runBuild({
    entryPoints: [fileURLToPath(new URL("./kernel-server.ts", import.meta.url))],
    outfile,
    bundle: true,
    external: ["pg-native"],
    plugins,
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    platform: "node",
    format: "esm",
    target: "node24",
    logLevel: "silent",
  });
}
