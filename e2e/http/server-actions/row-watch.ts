import type { ConnectedDatabase } from "../../support/scenes/run-sql";

/** Tables that the service writes by itself, or for every request. */
const OWN_WRITES =
  /^(audit_(log|leaf|leaves|stream_rows|tiles|tree)|request_|runner_|sign_in|_prisma|delivery_(hours|minutes)|notifications$|notification_(mails|pushes)$)/;

/** Has PostgreSQL note each row that changes from here on: reading all tables before and after each call takes longer. */
export async function watchRows({ query }: ConnectedDatabase): Promise<void> {
  await query("CREATE SCHEMA watch");
  await query("CREATE TABLE watch.changes (name text, before jsonb, after jsonb)");
  await query(
    `CREATE FUNCTION watch.note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF OLD IS DISTINCT FROM NEW THEN INSERT INTO watch.changes VALUES (TG_ARGV[0], to_jsonb(OLD), to_jsonb(NEW)); END IF;
       RETURN NULL;
     END $$`,
  );
  const tables = await query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition`,
  );
  for (const { name } of tables.filter((table) => !OWN_WRITES.test(table.name)))
    await query(
      `CREATE TRIGGER watch AFTER INSERT OR UPDATE OR DELETE ON "${name}"
       FOR EACH ROW EXECUTE FUNCTION watch.note('${name}')`,
    );
}

/** The tables whose rows have changed since the last call, if the rows mention one of these ids. */
export async function takeChanges({ query }: ConnectedDatabase, ids: readonly string[]): Promise<string[]> {
  const changes = await query<{ name: string; isWatched: boolean }>(
    `DELETE FROM watch.changes RETURNING name,
       concat(before, after) LIKE ANY ($1)
         AND NOT (name = 'mails' AND coalesce(after, before)->>'kind' = 'notifications') AS "isWatched"`,
    [ids.map((id) => `%${id}%`)],
  );
  return [...new Set(changes.filter(({ isWatched }) => isWatched).map(({ name }) => name))].sort();
}
