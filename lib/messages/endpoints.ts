import { z } from "zod";
import { openRoom, openRoomToWrite } from "../access/open-room";
import { read, write } from "../api/endpoint";
import { list } from "../api/list-endpoint";
import { readPage } from "../db/read-page";
import { UNITS } from "../platform/limits";
import { createMessage as create } from "./create";
import { CreateMessage, MessageSummary } from "./message";
import { LIST_MESSAGES } from "./messages.sql";
import { openMessage } from "./open";

export const listMessages = list({
  path: "/v1/rooms/{roomId}/messages",
  operationId: "listMessages",
  summary: "List messages of a room",
  scope: "messages:read",
  units: UNITS.restRead,
  item: MessageSummary,
  idPrefix: "msg",
  errors: ["room_not_found"],
  access: openRoom,
  rows: ({ access, page }) => readPage(LIST_MESSAGES, access.roomId, page),
});

export const readMessage = read({
  method: "GET",
  path: "/v1/rooms/{roomId}/messages/{messageId}",
  operationId: "readMessage",
  summary: "Get a message",
  scope: "messages:read",
  units: UNITS.restRead,
  since: "2026-11-22",
  query: z.object({}),
  response: { status: 200, schema: MessageSummary },
  errors: ["room_not_found", "not_found"],
  access: openMessage,
  run: ({ access }) => Promise.resolve(access),
});

export const createMessage = write({
  method: "POST",
  path: "/v1/rooms/{roomId}/messages",
  operationId: "createMessage",
  summary: "Post a message",
  scope: "messages:write",
  units: UNITS.restWrite,
  body: CreateMessage,
  response: { status: 201, schema: MessageSummary },
  errors: ["room_not_found"],
  access: openRoomToWrite,
  sharesTransaction: true,
  run: ({ access, userId, body, tx }) => create(tx, access, userId, body),
});
