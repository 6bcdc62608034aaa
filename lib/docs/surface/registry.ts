import { readMe } from "../../accounts/endpoints";
import type { Endpoint } from "../../api/endpoint";
import { listEvents, listEventTypes } from "../../events/endpoints";
import { completeFile, createFile, downloadFile, listFiles, readFile } from "../../files/endpoints";
import { createMessage, listMessages, readMessage } from "../../messages/endpoints";
import { listOrganizations } from "../../organizations/endpoints";
import { createRecord, listRecords, readRecord, updateRecord } from "../../records/endpoints";
import { listMembers, listRooms, listSearchResults, readRoom, updateRoom } from "../../rooms/endpoints";
import { createTask, listBoards, listTasks, readTask, updateTask } from "../../tasks/endpoints";
import { listDeliveries, redeliver } from "../../webhooks/endpoints";

/** Routing, OpenAPI, the docs and many tests are derived from this list. */
export const REGISTRY: readonly Endpoint[] = [
  readMe,
  listOrganizations,
  listRooms,
  readRoom,
  updateRoom,
  listMembers,
  listMessages,
  readMessage,
  createMessage,
  listBoards,
  listTasks,
  readTask,
  createTask,
  updateTask,
  listRecords,
  readRecord,
  createRecord,
  updateRecord,
  listFiles,
  readFile,
  createFile,
  completeFile,
  downloadFile,
  listDeliveries,
  redeliver,
  listEvents,
  listEventTypes,
  listSearchResults,
];
