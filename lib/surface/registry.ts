import { readMe } from "../accounts/endpoints";
import type { Endpoint } from "../api/endpoint";
import { listEventTypes } from "../events/endpoints";
import { completeFile, createFile, downloadFile, listFiles } from "../files/endpoints";
import { createMessage, listMessages } from "../messages/endpoints";
import { listOrganizations } from "../organizations/endpoints";
import { createRecord, listRecords, updateRecord } from "../records/endpoints";
import { listMembers, listRooms } from "../rooms/endpoints";
import { createTask, listTasks, updateTask } from "../tasks/endpoints";
import { listDeliveries, redeliver } from "../webhooks/endpoints";

/** Every endpoint. The front door routes by it, OpenAPI and the docs are written from it, tests walk it. */
export const REGISTRY: readonly Endpoint[] = [
  readMe,
  listOrganizations,
  listRooms,
  listMembers,
  listMessages,
  createMessage,
  listTasks,
  createTask,
  updateTask,
  listRecords,
  createRecord,
  updateRecord,
  listFiles,
  createFile,
  completeFile,
  downloadFile,
  listDeliveries,
  redeliver,
  listEventTypes,
];
