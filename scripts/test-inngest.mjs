import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** npm run test:inngest: the background functions on a real Inngest server. Not part of npm test, which has no such server. */
const binary = process.env["INNGEST_BIN"] ?? "";
if (binary === "" || !existsSync(binary)) {
  console.error(
    binary === ""
      ? "INNGEST_BIN is not set. Set it to the Inngest server's binary: INNGEST_BIN=/usr/local/bin/inngest npm run test:inngest"
      : `INNGEST_BIN points to ${binary}, which does not exist.`,
  );
  process.exit(1);
}
const args = ["node_modules/vitest/vitest.mjs", "run", "--project", "inngest", ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
process.exitCode = status ?? 1;
