import type { PartitionedTable } from "../../../lib/db/partitioned-table";

/** A partitioned table that only tests have. */
export const READINGS: PartitionedTable = {
  parent: "readings",
  name: "readings",
  key: "at",
  span: "day",
  ahead: 0,
  entity: "t.owner",
};

export const CREATE_READINGS = `
  CREATE TABLE readings (at timestamptz NOT NULL, id int, owner text, PRIMARY KEY (at, id)) PARTITION BY RANGE (at);
  CREATE INDEX readings_owner ON readings (owner, at);
  CREATE TABLE partitions.readings_default PARTITION OF readings DEFAULT`;
