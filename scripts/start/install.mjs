import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Problem } from "../problem.mjs";
import { runCommand } from "../process/run-command.mjs";
import { doOnce } from "./instance-lock.mjs";

const WANTED = "package-lock.json";
const INSTALLED = join("node_modules", ".package-lock.json");
/** The pinned Node.js, for machines whose own is older. */
export const NODE_FOLDER = fileURLToPath(new URL("../node", import.meta.url));

/**
 * `npm ci`, when the lock file asks for anything that is not installed. A service is built and run without the packages
 * that only tests and checks use.
 * @param {AbortSignal} signal @param {{ withTools: boolean }} use
 */
export async function installPackages(signal, { withTools }) {
  const hasAll = () => isInstalled(withTools);
  await doOnce("installing packages", ".", hasAll, async () => {
    await installFolder(".", { withTools, signal });
    linkNode();
  });
}

/** @param {string} folder @param {{ withTools?: boolean, signal?: AbortSignal }} [options] */
export async function installFolder(folder, { withTools = false, signal } = {}) {
  const { file, args } = findNpm();
  const command = [...args, "ci", `--${withTools ? "include" : "omit"}=dev`, "--no-fund", "--no-audit"];
  const { code, output } = await runCommand(file, command, { cwd: folder, signal });
  signal?.throwIfAborted();
  if (code !== 0) throw new Problem(`npm ci failed:\n${output.trim().split("\n").slice(-15).join("\n")}`);
}

/** @param {boolean} withTools */
function isInstalled(withTools) {
  if (!existsSync(INSTALLED)) return false;
  const wanted = readPackages(WANTED);
  const installed = readPackages(INSTALLED);
  const mayLack = (/** @type {Package} */ { optional, dev }) => optional || (dev && !withTools);
  return (
    Object.entries(wanted).every(([path, pkg]) => {
      const found = installed[path];
      return path === "" || (found ? found.version === pkg.version : mayLack(pkg));
    }) && Object.keys(installed).every((path) => path in wanted)
  );
}

/** @typedef {{ version?: string, optional?: boolean, dev?: boolean }} Package */

/** @param {string} file @returns {Record<string, Package>} */
function readPackages(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages ?? {};
}

/**
 * Scripts of package.json look for `node` in node_modules/.bin first, so all of them run on the pinned one.
 * @param {string} [node]
 */
export function linkNode(node = process.execPath) {
  const bin = join(NODE_FOLDER, "..", "..", "node_modules", ".bin");
  if (!node.startsWith(NODE_FOLDER) || !existsSync(bin)) return;
  if (process.platform === "win32") return writeFileSync(join(bin, "node.cmd"), `@"${node}" %*\r\n`);
  rmSync(join(bin, "node"), { force: true });
  symlinkSync(node, join(bin, "node"));
}

/** npm as the file it is: on Windows its command is a script that cannot be spawned. */
export function findNpm() {
  const home = dirname(process.execPath);
  const candidates = [
    process.env["npm_execpath"],
    join(home, "node_modules", "npm", "bin", "npm-cli.js"),
    join(home, "..", "lib", "node_modules", "npm", "bin", "npm-cli.js"),
  ];
  const found = candidates.find((path) => path?.endsWith("npm-cli.js") && existsSync(path));
  return found ? { file: process.execPath, args: [found] } : { file: "npm", args: [] };
}
