import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, inject, test } from "vitest";
import { makeChildEnv } from "../support/child-env";
import { useDemo } from "../support/demo";
import { readShellBlocks } from "../support/readme";
import { runSql } from "../support/run-sql";

const demo = useDemo();

/** The first starts the service, and one asks for the address at which a browser arrived. */
const isRunnable = (block: string): boolean => !/npm start|read -r/.test(block);

/** As a reader pastes them, one after the other in one shell; a refused request ends it. */
function writeScript(): string {
  const preamble = `
    set -eu -o pipefail
    curl() { command curl --fail-with-body "$@"; }
    npm() { command npm --prefix '${process.cwd()}' "$@"; }`;
  return [preamble, ...readShellBlocks().filter(isRunnable)]
    .join("\n")
    .replaceAll("localhost:3000", new URL(demo.baseUrl).host)
    .replaceAll(".data/demo.json", inject("manifestFile"));
}

test("the examples of README work when they are pasted", async () => {
  const dataDir = dirname(inject("manifestFile"));
  const directory = mkdtempSync(join(tmpdir(), "svc-readme-"));
  const env = makeChildEnv({ SVC_DATA_DIR: dataDir, SVC_ENV_FILE: join(dataDir, "env") });
  const outcome = await new Promise<string>((resolve) => {
    execFile("bash", ["-c", writeScript()], { env, cwd: directory }, (error, stdout, stderr) =>
      resolve(error ? `${error.message}\n${stdout}\n${stderr}` : "worked"),
    );
  });
  rmSync(directory, { recursive: true });
  expect(outcome).toBe("worked");
  const [written] = await runSql<{ count: number }>(
    demo.databaseUrl,
    "SELECT count(*)::int AS count FROM messages WHERE room_id = $1 AND body = 'Hello from curl'",
    [demo.rooms.general.id],
  );
  expect(written?.count).toBe(1);
}, 120_000);
