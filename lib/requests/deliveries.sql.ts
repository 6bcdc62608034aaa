import { bigint, instant, nullable, statement, text } from "../db/statement";

/** One row for each hour and for each webhook. */
export const SUM_DELIVERIES = statement({
  name: "sum_deliveries",
  params: [text, instant, instant],
  row: { hour: nullable(instant), webhookId: nullable(text), attempts: bigint, failed: bigint, units: bigint },
  text: `
  SELECT hour, webhook_id AS "webhookId", sum(attempts)::bigint AS attempts, sum(failed)::bigint AS failed,
    sum(units)::bigint AS units
  FROM delivery_hours WHERE billing_entity_id = $1 AND hour >= $2 AND hour < $3
  GROUP BY GROUPING SETS ((hour), (webhook_id)) ORDER BY hour, attempts DESC`,
});
