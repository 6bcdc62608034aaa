import { checkPort } from "../database/free-port.mjs";
import { migrate, requireMigrated } from "../database/migrate.mjs";
import { Problem } from "../problem.mjs";
import { runUntilStopped } from "../start/run-until-stopped.mjs";
import { loadBundle, requireBuild } from "./load-operations.mjs";

/** @type {import("../../inngest/start").Role[]} */
const ROLES = ["api", "web", "worker", "all"];

/** @type {Record<string, import("./command-line.mjs").Command>} */
export const SERVE_COMMANDS = {
  serve: {
    usage: "serve [--role api|web|worker|all]",
    summary: "run one process on DATABASE_URL: API, web, background work, or everything",
    options: { role: { type: "string" } },
    run: ({ role = "all" }) => serve(String(role)),
  },
};

/** @param {string} name */
async function serve(name) {
  const role = ROLES.find((known) => known === name);
  if (!role) throw new Problem(`There is no role "${name}". Use api, web, worker or all.`);
  if (!process.env["DATABASE_URL"])
    throw new Problem("serve needs DATABASE_URL. npm start runs a service with its own PostgreSQL.");
  Object.assign(process.env, { NODE_ENV: "production" });
  await runUntilStopped(async (parts, signal) => {
    requireBuild();
    /** @type {typeof import("../../lib/platform/env")} */
    const { parseEnv } = await loadBundle("env");
    const { DATABASE_URL, DATABASE_DIRECT_URL, HOST, PORT, SVC_MIGRATE_ON_START } = parseEnv(process.env);
    await checkPort(PORT, HOST);
    const url = DATABASE_DIRECT_URL ?? DATABASE_URL;
    await (SVC_MIGRATE_ON_START ? migrate(url) : requireMigrated(url));
    signal.throwIfAborted();
    parts.server = await startRole(role);
    console.log(`\n  ${parts.server.url}  ready as ${role}, Ctrl-C stops it\n`);
  });
}

/** @param {import("../../inngest/start").Role} role */
async function startRole(role) {
  if (role === "worker") {
    /** @type {typeof import("../../worker")} */
    const { startWorker } = await loadBundle("worker");
    return startWorker();
  }
  /** @type {typeof import("../../server")} */
  const { startServer } = await loadBundle("front-door");
  return startServer({ dev: false, role });
}
