import { z } from "zod";
import { read } from "../api/endpoint";
import { UNITS } from "../platform/limits";
import { openRecord } from "../records/open";
import { readRecord as readDetail } from "../records/read";
import { RecordDetail } from "../records/record";

/** A tool alone: `/v1` has no path that reads one record (§4), so the registry does not list it. */
export const readRecord = read({
  method: "GET",
  path: "/rooms/{roomId}/records/{recordId}",
  operationId: "readRecord",
  summary: "One record of a room with its content",
  scope: "records:read",
  units: UNITS.toolRead,
  query: z.object({}),
  response: { status: 200, schema: RecordDetail },
  errors: ["room_not_found", "not_found"],
  access: openRecord,
  run: ({ access }) => readDetail(access),
});
