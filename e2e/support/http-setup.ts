import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseEnv } from "node:util";
import type { TestProject } from "vitest/node";
import { findFreePort } from "../../scripts/database/free-port.mjs";
import { readManifest } from "./scenes/manifest";
import { keepOutput, kill, makeChildEnv, untilReady } from "./servers/child-process";
import { writeCertificate } from "./servers/test-certificate";
import { startService, TEST_BUILD_DIR } from "./service";
import { TEST_ENV } from "./test-env.mjs";

/**
 * `next start` on the build, database and secrets of a running service: the app on a platform that runs Next by itself.
 * It uses the service's base URL, so that tokens are valid at both doors.
 */
async function startNextDoor(
  manifestFile: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<{ baseUrl: string; stop: () => Promise<unknown> }> {
  const port = String(await findFreePort());
  const { baseUrl, databaseUrl } = readManifest(manifestFile);
  const env = makeChildEnv({
    ...(parseEnv(readFileSync(join(dirname(manifestFile), "env"), "utf8")) as Record<string, string>),
    SVC_BUILD_DIR: TEST_BUILD_DIR,
    SVC_BASE_URL: baseUrl,
    SVC_DATA_DIR: dirname(manifestFile),
    DATABASE_URL: databaseUrl,
    ...variables,
    NEXT_TELEMETRY_DISABLED: "1",
    // Next would read this machine's own .env files.
    __NEXT_PROCESSED_ENV: "true",
  });
  const args = [join("node_modules", "next", "dist", "bin", "next"), "start", "-p", port, "-H", "127.0.0.1"];
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const readOutput = keepOutput(child);
  const stop = () => kill(child, "SIGTERM");
  try {
    await untilReady(child, readOutput, () => readOutput().includes("Ready"));
    return { baseUrl: `http://127.0.0.1:${port}`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

declare module "vitest" {
  interface ProvidedContext {
    manifestFile: string;
    nextDoorUrl: string;
    tlsDirectory: string;
  }
}

/** One service with its demo for all black-box tests, and one Next by itself beside it; needs the build of `npm test`. */
export default function startOnce(project: TestProject): Promise<() => Promise<void>> {
  return serveTests(project);
}

export async function serveTests(
  project: TestProject,
  variables: Record<string, string> = {},
): Promise<() => Promise<void>> {
  const certificate = writeCertificate();
  const { DATABASE_POOL_WAIT_MS } = TEST_ENV;
  const env = { DATABASE_POOL_WAIT_MS, SVC_SIGN_UP: "open", ...certificate.env, ...variables };
  const service = await startService({ env });
  try {
    const nextDoor = await startNextDoor(service.manifestFile, variables);
    project.provide("manifestFile", service.manifestFile);
    project.provide("nextDoorUrl", nextDoor.baseUrl);
    project.provide("tlsDirectory", certificate.directory);
    return async () => {
      await nextDoor.stop();
      await service.stop();
      certificate.remove();
    };
  } catch (error) {
    await service.stop();
    certificate.remove();
    throw error;
  }
}
