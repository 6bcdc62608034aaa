// SQL: counts of several processes are added in the row, buckets one by one.

import { eraseStatement } from "../../db/erase";
import { instant, integer, integerArray, nullable, statement } from "../../db/statement";

export const ADD_LOAD = statement({
  name: "add_service_load",
  params: {
    at: instant,
    lengths: integerArray,
    requests: integer,
    failed: integer,
    limited: integer,
    durations: integerArray,
    oldestDueSeconds: nullable(integer),
  },
  row: {},
  text: (p) => `
  INSERT INTO service_load AS l (at, seconds, requests, failed, limited, durations, oldest_due_seconds)
  SELECT date_bin(make_interval(secs => seconds), ${p.at}, 'epoch'), seconds, ${p.requests}, ${p.failed}, ${p.limited},
    ${p.durations}, ${p.oldestDueSeconds}
  FROM unnest(${p.lengths}::int[]) AS seconds ORDER BY 1, 2
  ON CONFLICT (at, seconds) DO UPDATE SET
    requests = l.requests + excluded.requests,
    failed = l.failed + excluded.failed,
    limited = l.limited + excluded.limited,
    durations = ARRAY(
      SELECT coalesce(old, 0) + coalesce(new, 0)
      FROM unnest(l.durations, excluded.durations) WITH ORDINALITY AS bucket(old, new, place) ORDER BY place),
    oldest_due_seconds = greatest(l.oldest_due_seconds, excluded.oldest_due_seconds)`,
});

export const READ_LOAD = statement({
  name: "read_service_load",
  params: { seconds: integer, since: instant },
  row: {
    at: instant,
    requests: integer,
    failed: integer,
    limited: integer,
    durations: integerArray,
    oldestDueSeconds: nullable(integer),
  },
  text: (p) => `
  SELECT at, requests, failed, limited, durations, oldest_due_seconds AS "oldestDueSeconds"
  FROM service_load WHERE at >= ${p.since} AND seconds = ${p.seconds} ORDER BY at`,
});

export const ERASE_LOAD = eraseStatement("erase_service_load", {
  table: "service_load",
  key: "ctid",
  age: "at",
  entity: null,
});
