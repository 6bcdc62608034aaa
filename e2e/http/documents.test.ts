import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, inject, test } from "vitest";
import { findFreePort } from "../../scripts/database/free-port.mjs";
import { makeChildEnv } from "../support/child-env";
import { useDemo } from "../support/demo";
import { readBlocks } from "../support/documents";
import { runSql } from "../support/run-sql";

const demo = useDemo();

/** The first starts the service. The others need a person at a browser, or the code that one brings. */
const isRunnable = (block: string): boolean => !/npm start|read -r|\$CODE|\$REFRESH_TOKEN/.test(block);

/** As a reader pastes the blocks, one after the other in one shell. A refused request ends it. */
function writeScript(files: readonly string[], receiverPort: number): string {
  const preamble = `
    set -eu -o pipefail
    curl() { command curl --fail-with-body "$@"; }
    npm() { command npm --prefix '${process.cwd()}' "$@"; }`;
  return [preamble, ...files.flatMap((file) => readBlocks(file, "sh")).filter(isRunnable)]
    .join("\n")
    .replaceAll("localhost:3000", new URL(demo.baseUrl).host)
    .replaceAll("listen(4010", `listen(${receiverPort}`)
    .replaceAll(".data/demo.json", inject("manifestFile"));
}

/** Other tests let deliveries of the demo's webhook fail, and other checkouts may listen on its port. */
async function restoreWebhook(receiverPort: number): Promise<void> {
  await runSql(
    demo.databaseUrl,
    `UPDATE webhooks SET url = $2, is_active = true, consecutive_failures = 0, disabled_at = NULL, disabled_reason = NULL
     WHERE id = $1`,
    [demo.webhooks.v2.id, `http://127.0.0.1:${receiverPort}/v2`],
  );
}

test("the examples of README and the guides work when they are pasted", async () => {
  const dataDir = dirname(inject("manifestFile"));
  const directory = mkdtempSync(join(tmpdir(), "svc-documents-"));
  const receiverPort = await findFreePort();
  await restoreWebhook(receiverPort);
  const script = writeScript(["README.md", "docs/files.md", "docs/agents.md", "docs/oauth.md"], receiverPort);
  const env = makeChildEnv({ SVC_DATA_DIR: dataDir, SVC_ENV_FILE: join(dataDir, "env") });
  const outcome = await new Promise<string>((resolve) => {
    execFile("bash", ["-c", script], { env, cwd: directory, timeout: 100_000 }, (error, stdout, stderr) =>
      resolve(error ? `${error.message}\n${stdout}\n${stderr}` : stdout),
    );
  });
  rmSync(directory, { recursive: true });
  expect(outcome).toContain("genuine: {");
  const [written] = await runSql<{ count: number }>(
    demo.databaseUrl,
    "SELECT count(*)::int AS count FROM messages WHERE room_id = $1 AND body = 'Hello from curl'",
    [demo.rooms.general.id],
  );
  expect(written?.count).toBe(1);
}, 120_000);
