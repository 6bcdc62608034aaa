import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { exitOnProblem, Problem } from "../problem.mjs";
import { installFolder, linkNode, NODE_FOLDER } from "./install.mjs";
import { doOnce } from "./instance-lock.mjs";
import { listenForStop } from "./stop-signal.mjs";

const MAJOR = 24;

/**
 * Returns on Node 24 or newer. An older one installs the pinned Node 24 and runs this program on it, with the same
 * arguments and flags; then this never returns, and the process ends as that one does.
 */
export async function continueOnPinnedNode() {
  if (Number(process.versions.node.split(".")[0]) >= MAJOR) return;
  await exitOnProblem(runPinned);
  process.exit();
}

async function runPinned() {
  const node = await installNode();
  linkNode(node);
  const stop = listenForStop();
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], { stdio: "inherit" });
  for (const wish of [stop.requested, stop.forced]) void wish.then(() => child.kill("SIGTERM"));
  process.exitCode = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });
}

/** @returns {Promise<string>} the path of its program */
async function installNode() {
  const { optionalDependencies: versions } = JSON.parse(readFileSync(join(NODE_FOLDER, "package.json"), "utf8"));
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const version = versions[name];
  if (!version)
    throw new Problem(
      `This needs Node ${MAJOR}, and npm has no package of it for ${process.platform} on ${process.arch}. Install it from https://nodejs.org.`,
    );
  const home = join(NODE_FOLDER, "node_modules", name);
  const file = join(home, "package.json");
  const isInstalled = () => existsSync(file) && JSON.parse(readFileSync(file, "utf8")).version === version;
  await doOnce(`installing Node ${version}`, NODE_FOLDER, isInstalled, () => installFolder(NODE_FOLDER));
  return join(home, "bin", process.platform === "win32" ? "node.exe" : "node");
}
