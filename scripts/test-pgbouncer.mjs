import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/**
 * npm run test:pgbouncer: processes of the service, and all black-box tests, behind a real PgBouncer. Not part of npm test,
 * which has a stand-in. `-- limits` runs the files whose names contain a word.
 */
const binary = process.env["PGBOUNCER_BIN"] ?? "";
if (binary === "" || !existsSync(binary)) {
  console.error(
    binary === ""
      ? "PGBOUNCER_BIN is not set. Set it to PgBouncer's binary: PGBOUNCER_BIN=/usr/sbin/pgbouncer npm run test:pgbouncer"
      : `PGBOUNCER_BIN points to ${binary}, which does not exist.`,
  );
  process.exit(1);
}
const args = [
  "node_modules/vitest/vitest.mjs",
  "run",
  "--project",
  "pgbouncer",
  "--project",
  "http-pooled",
  ...process.argv.slice(2),
];
const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
process.exitCode = status ?? 1;
