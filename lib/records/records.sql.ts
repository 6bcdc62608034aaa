import { isoText } from "../platform/pool";
import { listStatement } from "../platform/read-page";
import { enumeration, instantText, nullable, text } from "../platform/statement";
import type { RecordStatus } from "./record";

/** The public summary used by `/v1` and events. */
export const RECORD_COLUMNS = `id, room_id AS "roomId", title, status, created_by_id AS "createdById",
  ${isoText("created_at")} AS "createdAt", ${isoText("updated_at")} AS "updatedAt"`;

export const RECORD_ROW = {
  id: text,
  roomId: text,
  title: text,
  status: enumeration<RecordStatus>("record_status"),
  createdById: nullable(text),
  createdAt: instantText,
  updatedAt: instantText,
};

export const LIST_RECORDS = listStatement({
  name: "list_records",
  row: RECORD_ROW,
  select: `SELECT ${RECORD_COLUMNS} FROM records WHERE`,
  owner: "room_id",
  id: "id",
});
