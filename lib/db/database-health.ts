import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pool } from "./pool";

export async function checkDatabase(): Promise<void> {
  await pool().query("SELECT 1");
}

export async function listPendingMigrations(): Promise<string[]> {
  const entries = await readdir(join(process.cwd(), "prisma", "migrations"), { withFileTypes: true });
  const known = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const result = await pool().query<{ migration_name: string }>(
    "SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
  );
  const applied = new Set(result.rows.map((row) => row.migration_name));
  return known.filter((name) => !applied.has(name)).sort();
}
