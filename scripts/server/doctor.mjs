import { withDatabase } from "../database/migrate.mjs";
import { Problem } from "../problem.mjs";
import { withServiceDatabase } from "./service-database.mjs";
import { checkSupport } from "./support.mjs";

/** @type {Record<string, import("./command-line.mjs").Command>} */
export const DOCTOR_COMMANDS = {
  doctor: {
    usage: "doctor [--database URL]",
    summary: "show until when Node and PostgreSQL are supported; fails when one is out of support",
    options: { database: { type: "string" } },
    run: ({ database }) => withServiceDatabase(database, examine),
  },
};

/** @param {string} url */
async function examine(url) {
  const version = await withDatabase(url, async (client) => {
    const { rows } = await client.query("SELECT current_setting('server_version') AS version");
    return String(rows[0].version).split(" ")[0] ?? "";
  });
  const today = new Date();
  const found = [checkSupport("Node", process.versions.node, today), checkSupport("PostgreSQL", version, today)];
  for (const { text } of found) console.log(text);
  if (found.some(({ isSupported }) => !isSupported)) throw new Problem("Something here is out of support.");
}
