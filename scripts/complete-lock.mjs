import { readFileSync, writeFileSync } from "node:fs";
import { findIntegrityProblems, listUnverified, nameOf, readIntegrity } from "./lock/integrity.mjs";

/**
 * npm run lock: names in package-lock.json the packages for other systems that npm left out, and asks the registry for
 * the integrity of entries that have none.
 * A registry need not carry every one of them; npm then writes a lock that `npm ci` refuses, and that other systems cannot use.
 * `--check` only tells.
 *
 * @typedef {import("./lock/integrity.mjs").Entry & {
 *   optionalDependencies?: Record<string, string>, cpu?: string[], os?: string[], libc?: string[], dev?: boolean,
 * }} Entry
 */
const FILE = "package-lock.json";

const text = readFileSync(FILE, "utf8");
/** @type {{ packages: Record<string, Entry> }} */
const lock = JSON.parse(text);
const missing = listMissing(lock.packages);

if (process.argv.includes("--check")) check();
else await complete();

function check() {
  const problems = [
    ...missing.map(([path]) => `${path} is missing; run npm run lock`),
    ...findIntegrityProblems(lock.packages),
  ];
  if (problems.length === 0) {
    console.log(`${FILE} names the packages of every system.`);
    return;
  }
  console.error(`${FILE} is not complete:\n${problems.join("\n")}`);
  process.exitCode = 1;
}

async function complete() {
  const packages = Object.entries({ ...lock.packages, ...Object.fromEntries(missing) });
  packages.sort(([a], [b]) => a.localeCompare(b, "en"));
  const completed = Object.fromEntries(packages);
  for (const [path, { version = "", ...entry }] of listUnverified(completed)) {
    const integrity = await readIntegrity(nameOf(path), version);
    if (integrity) completed[path] = { version, integrity, ...entry };
  }
  writeFileSync(FILE, `${JSON.stringify({ ...lock, packages: completed }, null, 2)}\n`);
  console.log(`Added ${missing.length} packages to ${FILE}.`);
  for (const problem of findIntegrityProblems(completed)) console.warn(problem);
}

/** @param {Record<string, Entry>} packages @returns {[string, Entry][]} */
function listMissing(packages) {
  return Object.entries(packages).flatMap(([path, { dev, optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isNamed(packages, path, name))
      .map(
        ([name, version]) => /** @type {[string, Entry]} */ ([`node_modules/${name}`, describeFor(name, version, dev)]),
      ),
  );
}

/** @param {Record<string, Entry>} packages @param {string} path from which Node looks @param {string} name */
function isNamed(packages, path, name) {
  for (let from = path; ; from = from.slice(0, Math.max(from.lastIndexOf("/node_modules/"), 0))) {
    if (`${from}${from ? "/" : ""}node_modules/${name}` in packages) return true;
    if (from === "") return false;
  }
}

/**
 * The names of such packages say the systems.
 * @param {string} name @param {string} version @param {boolean | undefined} dev @returns {Entry}
 */
function describeFor(name, version, dev) {
  const words = name.split(/[/-]/);
  const pick = (/** @type {string[]} */ known) => words.filter((word) => known.includes(word));
  const cpu = pick(["x64", "arm64", "arm", "ia32", "ppc64", "s390x", "riscv64", "loong64", "wasm32"]);
  const os = pick(["android", "darwin", "freebsd", "linux", "openharmony", "win32"]);
  const libc = [
    ...pick(["musl"]),
    ...(words.includes("musleabihf") ? ["musl"] : []),
    ...(words.includes("gnu") || words.includes("gnueabihf") ? ["glibc"] : []),
  ];
  if (cpu.length === 0) throw new Error(`Which system ${name} is for does not stand in its name.`);
  return {
    version,
    cpu,
    ...(dev ? { dev } : {}),
    ...(libc.length > 0 ? { libc } : {}),
    optional: true,
    ...(os.length > 0 ? { os } : {}),
  };
}
