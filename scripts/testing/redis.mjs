import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { runCommand } from "../process/run-command.mjs";
import { showProgress } from "../start/progress.mjs";

const LIMIT_MS = 120_000;

/** Tests of the Redis backend need a real one. Without it they are skipped by name. */
export async function provideRedis() {
  if (isOnPath("redis-server") || process.platform !== "linux" || process.getuid?.() !== 0 || !isOnPath("apt-get"))
    return;
  const install = ["install", "--yes", "--no-install-recommends", "redis-server"];
  await showProgress("installing redis-server", async () => {
    if ((await runApt(install)) !== 0 && (await runApt(["update"])) === 0) await runApt(install);
  });
}

/** @param {string[]} args */
async function runApt(args) {
  // The run level keeps the package from starting a server of its own on the usual port.
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  const { code } = await runCommand("apt-get", args, { env, timeout: LIMIT_MS });
  return code;
}

/** @param {string} command */
function isOnPath(command) {
  return (process.env["PATH"] ?? "").split(delimiter).some((directory) => existsSync(join(directory, command)));
}
