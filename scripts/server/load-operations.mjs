import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Problem } from "../problem.mjs";
import { BUILD_DIR, isBuilt } from "../start/build.mjs";

/** An image holds the build without the sources; where the sources are, the build must be theirs. */
export function requireBuild() {
  const isThere = existsSync(join(BUILD_DIR, "svc-build.json"));
  if (isThere && (!existsSync("server.ts") || isBuilt())) return;
  throw new Problem(`There is no build of this version in ${BUILD_DIR}. Run npm run build.`);
}

/** @param {string} name of a bundle */
export function loadBundle(name) {
  return import(pathToFileURL(resolve(BUILD_DIR, `${name}.mjs`)).href);
}

/**
 * Work on the service's own modules, which read their settings from the environment.
 * @template T @param {string} url of the database
 * @param {(operations: typeof import("../../operations").operations) => Promise<T>} work
 */
export async function withOperations(url, work) {
  requireBuild();
  // The database itself, without a pooler.
  Object.assign(process.env, { DATABASE_URL: url, DATABASE_DIRECT_URL: "" });
  /** @type {typeof import("../../operations")} */
  const { operations } = await loadBundle("operations");
  operations.parseEnv(process.env);
  try {
    return await work(operations);
  } finally {
    await operations.closeDatabase();
  }
}
