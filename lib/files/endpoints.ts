import { openRoom } from "../access/store";
import { read } from "../api/endpoint";
import { cursorPage, listQuery, pageOf, toPage } from "../api/list";
import { UNITS } from "../platform/limits";
import { FileSummary } from "./file";
import * as store from "./store";

export const listFiles = read({
  method: "GET",
  path: "/v1/rooms/{roomId}/files",
  operationId: "listFiles",
  summary: "The files of a room, newest first: metadata only",
  scope: "files:read",
  units: UNITS.fileMetadata,
  query: listQuery("listFiles", "file"),
  response: { status: 200, schema: cursorPage(FileSummary) },
  errors: ["room_not_found"],
  access: openRoom,
  run: async ({ access, query }) => {
    const page = pageOf(query);
    return toPage("listFiles", await store.listFiles(access, page), page, (file) => file.id);
  },
});
