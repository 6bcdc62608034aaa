import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { exitOnProblem, Problem } from "./problem.mjs";
import { runCommand } from "./process/run-command.mjs";
import { findNpm } from "./start/install.mjs";
import { showProgress } from "./start/progress.mjs";

/**
 * npm run test:upgrade [-- --from REF]: an upgrade under load, process by process, and the way back. The version before is a tag
 * or commit; without --from it is the last tag, else the first commit of 0.2.0. Not part of npm test, because it installs
 * and builds that version.
 */
const { values } = parseArgs({ options: { from: { type: "string" } } });
const BUILD_DIR = ".next-test";
/** Came with the first commit of 0.2.0. Databases of earlier commits cannot be upgraded. */
const BASELINE = "prisma/migrations/20261128000000_create_platform";

await exitOnProblem(async () => {
  const commit = await findCommit(values.from);
  if (commit === null) {
    console.log(
      "Not tested here: the history holds no version before this one. Fetch more of it, or name one by --from.",
    );
    return;
  }
  const folder = join(tmpdir(), `svc-upgrade-${commit.slice(0, 12)}`);
  console.log(`From ${await git("log", "-1", "--format=%h (%cs) %s", commit)}, in ${folder}`);
  await checkOut(commit, folder);
  if (!existsSync(join(folder, "scripts", "server.mjs")))
    throw new Problem("That version has no svc-server, so its processes cannot be replaced one by one.");
  await build(folder);
  const args = ["node_modules/vitest/vitest.mjs", "run", "--project", "upgrade"];
  const env = { ...process.env, UPGRADE_FROM: folder };
  process.exitCode = spawnSync(process.execPath, args, { stdio: "inherit", env }).status ?? 1;
});

/** @param {string | undefined} ref */
async function findCommit(ref) {
  if (ref !== undefined) return git("rev-parse", "--verify", "--quiet", `${ref}^{commit}`);
  const tag = await git("describe", "--tags", "--abbrev=0", "HEAD^").catch(() => null);
  const before = tag ?? (await git("log", "-1", "--diff-filter=A", "--format=%H", "--", BASELINE));
  return git("rev-parse", "--verify", "--quiet", `${before}^{commit}`).catch(() => null);
}

/** Kept for the next run. A clone leaves no trace in this repository. @param {string} commit @param {string} folder */
async function checkOut(commit, folder) {
  if (existsSync(join(folder, "package.json"))) return;
  rmSync(folder, { recursive: true, force: true });
  await git("clone", "--quiet", "--no-checkout", ".", folder);
  await git("-C", folder, "checkout", "--quiet", "--detach", commit);
}

/** @param {string} folder */
async function build(folder) {
  const { file, args } = findNpm();
  if (!existsSync(join(folder, "node_modules", ".package-lock.json")))
    await showProgress("installing its packages", () =>
      run(file, [...args, "ci", "--include=dev", "--prefer-offline", "--no-fund", "--no-audit"], folder),
    );
  await run(process.execPath, [join("scripts", "build.mjs")], folder);
}

/** @param {...string} args */
async function git(...args) {
  return (await run("git", args, ".")).trim();
}

/** @param {string} file @param {string[]} args @param {string} cwd */
async function run(file, args, cwd) {
  const env = { ...process.env, SVC_BUILD_DIR: BUILD_DIR };
  const { code, output } = await runCommand(file, args, { cwd, env });
  if (code !== 0) throw new Problem(`${[file, ...args].join(" ")} failed:\n${output.trim()}`);
  return output;
}
