import { z } from "zod";
import { openRoom, openRoomToWrite } from "../access/open-room";
import { read, write } from "../api/endpoint";
import { list } from "../api/list-endpoint";
import { readPage } from "../db/read-page";
import { UNITS } from "../platform/limits";
import { completeFile as complete, openUpload, storeUpload } from "./complete";
import { createFile as create } from "./create";
import { openFile, openFileSummary, signDownload } from "./download";
import { CompleteFile, CreateFile, FileDownload, FileSummary, FileUpload } from "./file";
import { LIST_FILES } from "./files.sql";

export const listFiles = list({
  path: "/v1/rooms/{roomId}/files",
  operationId: "listFiles",
  summary: "List files of a room",
  scope: "files:read",
  units: UNITS.fileMetadata,
  item: FileSummary,
  idPrefix: "file",
  errors: ["room_not_found"],
  access: openRoom,
  rows: ({ access, page }) => readPage(LIST_FILES, access.roomId, page),
});

export const readFile = read({
  method: "GET",
  path: "/v1/rooms/{roomId}/files/{fileId}",
  operationId: "readFile",
  summary: "Get the metadata of a file",
  scope: "files:read",
  units: UNITS.fileMetadata,
  since: "2026-11-22",
  query: z.object({}),
  response: { status: 200, schema: FileSummary },
  errors: ["room_not_found", "not_found"],
  access: openFileSummary,
  run: ({ access }) => Promise.resolve(access),
});

export const createFile = write({
  method: "POST",
  path: "/v1/rooms/{roomId}/files",
  operationId: "createFile",
  summary: "Start uploading an attachment to a message or task",
  scope: "files:write",
  units: UNITS.fileTransfer,
  body: CreateFile,
  response: { status: 201, schema: FileUpload },
  errors: ["room_not_found"],
  access: openRoomToWrite,
  run: ({ access, userId, body, tx }) => create(tx, access, userId, body),
});

export const completeFile = write({
  method: "POST",
  path: "/v1/rooms/{roomId}/files/{fileId}/complete",
  operationId: "completeFile",
  summary: "Complete an upload after sending its bytes",
  scope: "files:write",
  units: UNITS.restWrite,
  body: CompleteFile,
  response: { status: 201, schema: FileSummary },
  errors: ["room_not_found", "not_found"],
  access: openUpload,
  prepare: storeUpload,
  run: ({ access, prepared, tx }) => complete(tx, access, prepared),
});

export const downloadFile = read({
  method: "GET",
  path: "/v1/rooms/{roomId}/files/{fileId}/download",
  operationId: "downloadFile",
  summary: "Get a short-lived download URL of a file",
  scope: "files:read",
  units: UNITS.fileTransfer,
  query: z.object({}),
  response: { status: 200, schema: FileDownload },
  errors: ["room_not_found", "not_found"],
  access: openFile,
  run: ({ access }) => Promise.resolve(signDownload(access)),
});
