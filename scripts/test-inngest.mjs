import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** npm run test:inngest: the background functions on a real Inngest server. Not part of npm test, which has no such server. */
const binary = process.env["INNGEST_BIN"] ?? "";
if (binary === "" || !existsSync(binary)) {
  console.error(
    binary === ""
      ? "INNGEST_BIN is not set. Name the Inngest server's program: INNGEST_BIN=/usr/local/bin/inngest npm run test:inngest"
      : `INNGEST_BIN names ${binary}, and there is no such file.`,
  );
  process.exit(1);
}
const args = ["node_modules/vitest/vitest.mjs", "run", "--project", "inngest", ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
process.exitCode = status ?? 1;
