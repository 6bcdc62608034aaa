import { Problem } from "../problem.mjs";
import { runCommand } from "../process/run-command.mjs";
import { findNpm } from "../start/install.mjs";

/** @typedef {{ version?: string, integrity?: string, link?: boolean, inBundle?: boolean, optional?: boolean }} Entry */

/**
 * Builds of tools for other systems that the registry did not carry when this lock was made, so their integrity is
 * unknown: the beginning of their names, and the one version. `npm run lock` fills in what the registry has by now; the
 * check fails for a line here that has nothing left to excuse.
 * @type {readonly (readonly [prefix: string, version: string])[]}
 */
const UNPUBLISHED = [
  ["@biomejs/cli-", "2.6.8"],
  ["@next/swc-", "16.4.6"],
  ["@oxc-parser/binding-", "0.156.0"],
  ["@oxlint-tsgolint/", "7.0.2007"],
  ["@oxlint/binding-", "1.94.0"],
  ["@swc/core-", "1.16.22"],
  ["@tailwindcss/oxide-", "4.3.5"],
];

/** The service is built and run on these systems: nothing is excused. */
const SERVED = /linux-(x64|arm64)(-gnu)?$/;

/** @param {string} path */
export function nameOf(path) {
  return path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
}

/**
 * Entries that npm would install without comparing a single byte. The root, links and bundled packages have none of their own.
 * @param {Record<string, Entry>} packages
 */
export function listUnverified(packages) {
  return Object.entries(packages).filter(
    ([path, { integrity, link, inBundle }]) => path.startsWith("node_modules/") && !integrity && !link && !inBundle,
  );
}

/**
 * The problems of the lock, one a line.
 * @param {Record<string, Entry>} packages @param {typeof UNPUBLISHED} [excused]
 */
export function findIntegrityProblems(packages, excused = UNPUBLISHED) {
  const unverified = listUnverified(packages);
  const isExcusedBy = (/** @type {[string, Entry]} */ [path, entry], /** @type {readonly [string, string]} */ line) =>
    nameOf(path).startsWith(line[0]) && entry.version === line[1] && entry.optional === true && !SERVED.test(path);
  return [
    ...unverified
      .filter((found) => !excused.some((line) => isExcusedBy(found, line)))
      .map(([path, { version }]) => `${path} ${version} has no integrity`),
    ...excused
      .filter((line) => !unverified.some((found) => isExcusedBy(found, line)))
      .map(([prefix, version]) => `${prefix}* ${version} has its integrity: remove it from scripts/lock/integrity.mjs`),
  ];
}

/** @param {string} name @param {string} version @returns {Promise<string | null>} null: the registry does not have it */
export async function readIntegrity(name, version) {
  const { file, args } = findNpm();
  const { code, output } = await runCommand(file, [...args, "view", `${name}@${version}`, "dist.integrity"]);
  if (output.includes("E404")) return null;
  const found = /^sha\d+-[A-Za-z0-9+/]+=*$/m.exec(output)?.[0];
  if (code !== 0 || !found) throw new Problem(`npm view ${name}@${version} failed:\n${output.trim()}`);
  return found;
}
