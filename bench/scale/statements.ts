import type pg from "pg";

export interface StatementCost {
  calls: number;
  blocks: number;
  ms: number;
}

export const forgetStatements = (client: pg.Client) => client.query("SELECT pg_stat_statements_reset()");

/** Pages and milliseconds of a call, of statements that were called often enough to tell. */
export async function readStatements(client: pg.Client, callsMin = 20): Promise<Map<string, StatementCost>> {
  const { rows } = await client.query<{ query: string; calls: string; blocks: string; ms: number }>(
    `SELECT query, sum(calls) AS calls, sum(shared_blks_hit + shared_blks_read) / sum(calls) AS blocks,
       sum(total_exec_time) / sum(calls) AS ms
     FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
     WHERE d.datname = current_database() AND calls >= $1 GROUP BY query`,
    [callsMin],
  );
  return new Map(
    rows.map(({ query, calls, blocks, ms }) => [
      query.replace(/\s+/g, " ").trim(),
      { calls: Number(calls), blocks: Number(blocks), ms },
    ]),
  );
}

/** The statements that read most since they were forgotten: pages a call do not depend on what else the machine does. */
export async function listCostliest(client: pg.Client, count: number): Promise<string[]> {
  const costs = [...(await readStatements(client, 1))];
  const pages = ({ calls, blocks }: StatementCost) => calls * blocks;
  return costs
    .sort(([, a], [, b]) => pages(b) - pages(a))
    .slice(0, count)
    .map(
      ([text, { calls, blocks, ms }]) =>
        `${text.slice(0, 70)}…: ${calls} × ${blocks.toFixed(0)} pages, ${ms.toFixed(1)} ms`,
    );
}
