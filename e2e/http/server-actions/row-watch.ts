import type { ConnectedDatabase } from "../../support/scenes/scratch-database";

/** Tables that the service writes by itself, or for every request. */
const OWN_WRITES =
  /^(audit_(log|leaf|leaves|stream_rows|tiles|tree)|request_|runner_|sign_in|_prisma|delivery_(hours|minutes)|notifications$|notification_mails$)/;
/** Rows that the service adds by itself to a table that is watched. */
const OWN_ROWS: Readonly<Record<string, string>> = { mails: "t.kind = 'notifications'" };

/** A digest of each table's rows that mention one of these ids: it changes when any of these rows does. */
export async function digestRows(
  { query }: ConnectedDatabase,
  ids: readonly string[],
): Promise<Record<string, string>> {
  const tables = await query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`,
  );
  const watched = tables.map(({ name }) => name).filter((name) => !OWN_WRITES.test(name));
  const rows = await query<{ name: string; digest: string }>(
    watched
      .map(
        (name) =>
          `SELECT '${name}' AS name, md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS digest
           FROM "${name}" t WHERE t::text LIKE ANY($1) AND NOT (${OWN_ROWS[name] ?? "false"})`,
      )
      .join(" UNION ALL "),
    [ids.map((id) => `%${id}%`)],
  );
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
