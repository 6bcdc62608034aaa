import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** @typedef {{ name: string, sql: string, checksum: string }} Migration */

const LOCK_FILE = "migration_lock.toml";
const LOCK = 'provider = "postgresql"\n';

/** @param {string} directory @returns {Migration[]} oldest first */
export function listMigrations(directory) {
  if (!existsSync(directory)) return [];
  const names = readdirSync(directory, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return names
    .map(({ name }) => name)
    .sort()
    .map((name) => {
      const sql = readFileSync(join(directory, name, "migration.sql"), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    });
}

/** @param {string} directory @returns {import("./schema-engine.mjs").MigrationList} */
export function buildMigrationList(directory) {
  return {
    baseDir: directory,
    lockfile: { path: LOCK_FILE, content: LOCK },
    shadowDbInitScript: "",
    migrationDirectories: listMigrations(directory).map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: "migration.sql", content: { tag: "ok", value: sql } },
    })),
  };
}
