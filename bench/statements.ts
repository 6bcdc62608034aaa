import { randomUUID } from "node:crypto";
import { Pool } from "pg";
import { newestOf, pageValues } from "../lib/db/page";

/** The work of every bare handler: our statements without a gate before them, rows as `pg` returns them. */
let pool: Pool | undefined;

function database(): Pool {
  pool ??= new Pool({ connectionString: process.env["DATABASE_URL"], max: 16 });
  return pool;
}

const COLUMNS = `id, room_id AS "roomId", author_id AS "authorId", body, created_at AS "createdAt", updated_at AS "updatedAt"`;

export async function readMe(): Promise<string> {
  const { rows } = await database().query({
    name: "me",
    text: "SELECT id, email, name, locale, created_at FROM users WHERE id = $1",
    values: [process.env["BENCH_USER"]],
  });
  return JSON.stringify(rows[0]);
}

export async function listMessages(): Promise<string> {
  const { ownerId, after, limit } = pageValues(process.env["BENCH_ROOM"] ?? "", { after: null, limit: 50 });
  const { rows } = await database().query({
    name: "list",
    text: `SELECT ${COLUMNS} FROM messages WHERE ${newestOf("room_id", "id", { ownerId: "$1", after: "$2", limit: "$3" })}`,
    values: [ownerId, after, limit],
  });
  return JSON.stringify({ data: rows.slice(0, 50), nextCursor: null });
}

export async function createMessage(text: string): Promise<string> {
  const { body } = JSON.parse(text) as { body: string };
  const { rows } = await database().query({
    name: "create",
    text: `INSERT INTO messages (id, room_id, author_id, body, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $5) RETURNING ${COLUMNS}`,
    values: [`msg_bare_${randomUUID()}`, process.env["BENCH_ROOM"], process.env["BENCH_USER"], body, new Date()],
  });
  return JSON.stringify(rows[0]);
}
