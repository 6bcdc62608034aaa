import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { findFreePort } from "../../../scripts/database/free-port.mjs";
import { runCommand } from "../../../scripts/process/run-command.mjs";
import { findPrepared } from "../prepared";
import { TEST_BUILD_DIR } from "../service";
import { TEST_ENV } from "../test-env.mjs";
import { makeChildEnv, type Restartable, startRestartable } from "./child-process";

/** One role of svc-server. */
export type RoleProcess = Restartable & { readonly baseUrl: string };
const COMMAND = join("scripts", "server.mjs");
const START_LIMIT_MS = 30 * 60_000;

/** svc-server on the tests' build, with the settings that a test names and no other. `cwd`: a packed folder in its place. */
export function useServerCommands({ cwd = process.cwd() }: { cwd?: string } = {}) {
  const directory = mkdtempSync(join(tmpdir(), "svc-server-"));
  const running = new Set<Restartable>();
  const fullEnv = (env: Record<string, string>) => {
    const variables = {
      ...TEST_ENV,
      NODE_ENV: "production",
      SVC_LOG_LEVEL: "warn",
      SVC_BUILD_DIR: TEST_BUILD_DIR,
      SVC_DATA_DIR: join(directory, "data"),
      SVC_ENV_FILE: join(directory, "env"),
      DATABASE_URL: "",
      ...env,
    };
    // An empty variable would hide the one of the file.
    return makeChildEnv(Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== "")));
  };

  beforeAll(async () => {
    if (findPrepared()) return;
    const env = makeChildEnv({ SVC_BUILD_DIR: TEST_BUILD_DIR });
    const { code, output } = await runCommand(process.execPath, [join("scripts", "build.mjs")], { env });
    if (code !== 0) throw new Error(`The build failed:\n${output}`);
  }, START_LIMIT_MS);

  afterAll(async () => {
    await Promise.all([...running].map((role) => role.kill("SIGKILL")));
    rmSync(directory, { recursive: true, force: true });
  });

  return {
    directory,
    run: (args: readonly string[], env: Record<string, string> = {}) =>
      runCommand(process.execPath, [COMMAND, ...args], { env: fullEnv(env), cwd }),
    async serve(role: string, variables: Record<string, string>): Promise<RoleProcess> {
      const env = { PORT: String(await findFreePort()), ...variables };
      const options = { env: fullEnv(env), cwd };
      const started = await startRestartable([COMMAND, "serve", "--role", role], options, `ready as ${role}`);
      running.add(started);
      return Object.assign(started, { baseUrl: `http://127.0.0.1:${env.PORT}` });
    },
  };
}
