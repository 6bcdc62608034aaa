import { eraseStatement } from "../platform/erase";
import { type SqlType, statement } from "../platform/statement";

const name: SqlType<string> = { type: "name", isNullable: false };

export const LIST_AUDIT_MONTHS = statement({
  name: "list_audit_months",
  params: [],
  row: { name },
  text: `
    SELECT child.relname AS name FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
    WHERE inhparent = 'audit_log'::regclass AND child.relname ~ '^audit_log_[0-9]{4}_[0-9]{2}$' ORDER BY 1`,
});

export const ERASE_UNPLACED_ROWS = eraseStatement("erase_unplaced_audit_rows", {
  table: "partitions.audit_log_default",
  key: "ctid",
  age: "at",
});
