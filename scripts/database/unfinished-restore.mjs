import { Problem } from "../problem.mjs";

/**
 * A restore fills its tables over several connections, so that a part of the rows is there when it dies. From its first change to
 * its last this schema is there too: no step of an operator and no start takes such a database for a whole one.
 */
export const UNFINISHED_SCHEMA = "restoring";

/** @param {import("pg").ClientBase} client @returns {Promise<boolean>} */
export async function isRestoreUnfinished(client) {
  const { rows } = await client.query("SELECT to_regnamespace($1) IS NOT NULL AS found", [UNFINISHED_SCHEMA]);
  return rows[0].found;
}

/** @param {import("pg").ClientBase} client */
export async function requireWhole(client) {
  if (await isRestoreUnfinished(client))
    throw new Problem(
      "A restore into this database is running or did not finish. Wait for it, or repeat it: svc-server restore.",
    );
}
