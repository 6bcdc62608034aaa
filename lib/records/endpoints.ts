import { z } from "zod";
import { openRoom, openRoomToWrite } from "../access/open-room";
import { read, write } from "../api/endpoint";
import { updatedSince } from "../api/list";
import { list } from "../api/list-endpoint";
import { UNITS } from "../platform/limits";
import { createRecord as create } from "./create";
import { openRecord, openRecordToWrite } from "./open";
import { listRecords as listRoomRecords, readRecord as readDetail } from "./queries";
import { CreateRecord, RecordDetail, RecordSummary, UpdateRecord } from "./record";
import { updateRecord as update } from "./update";

export const listRecords = list({
  path: "/v1/rooms/{roomId}/records",
  operationId: "listRecords",
  summary: "List records of a room",
  scope: "records:read",
  units: UNITS.restRead,
  item: RecordSummary,
  idPrefix: "rec",
  errors: ["room_not_found"],
  access: openRoom,
  filters: { updatedSince: updatedSince() },
  rows: ({ access, filters, page }) => listRoomRecords(access, filters, page),
});

export const readRecord = read({
  method: "GET",
  path: "/v1/rooms/{roomId}/records/{recordId}",
  operationId: "readRecord",
  summary: "Get a record with its content",
  scope: "records:read",
  units: UNITS.restRead,
  since: "2026-11-22",
  query: z.object({}),
  response: { status: 200, schema: RecordDetail },
  errors: ["room_not_found", "not_found"],
  access: openRecord,
  run: ({ access }) => readDetail(access),
});

export const createRecord = write({
  method: "POST",
  path: "/v1/rooms/{roomId}/records",
  operationId: "createRecord",
  summary: "Create a record",
  scope: "records:write",
  units: UNITS.restWrite,
  body: CreateRecord,
  response: { status: 201, schema: RecordSummary },
  errors: ["room_not_found"],
  access: openRoomToWrite,
  run: ({ access, userId, body, tx }) => create(tx, access, userId, body),
});

export const updateRecord = write({
  method: "PATCH",
  path: "/v1/rooms/{roomId}/records/{recordId}",
  operationId: "updateRecord",
  summary: "Update a record that you created",
  scope: "records:write",
  units: UNITS.restWrite,
  body: UpdateRecord,
  response: { status: 200, schema: RecordSummary },
  errors: ["room_not_found", "not_found"],
  access: openRecordToWrite,
  run: ({ access, userId, body, tx }) => update(tx, access, userId, body),
});
