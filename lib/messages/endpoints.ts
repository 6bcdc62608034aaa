import { openRoom, openRoomToWrite } from "../access/open-room";
import { read, write } from "../api/endpoint";
import { cursorPage, listQuery, pageOf, toPage } from "../api/list";
import { UNITS } from "../platform/limits";
import { createMessage as create } from "./create";
import { listMessages as list } from "./list";
import { CreateMessage, MessageSummary } from "./message";

export const listMessages = read({
  method: "GET",
  path: "/v1/rooms/{roomId}/messages",
  operationId: "listMessages",
  summary: "The messages of a room, newest first",
  scope: "messages:read",
  units: UNITS.restRead,
  query: listQuery("listMessages", "msg"),
  response: { status: 200, schema: cursorPage(MessageSummary) },
  errors: ["room_not_found"],
  access: openRoom,
  run: async ({ access, query }) => {
    const page = pageOf(query);
    return toPage("listMessages", await list(access, page), page, (message) => message.id);
  },
});

export const createMessage = write({
  method: "POST",
  path: "/v1/rooms/{roomId}/messages",
  operationId: "createMessage",
  summary: "Post a message to a room",
  scope: "messages:write",
  units: UNITS.restWrite,
  body: CreateMessage,
  response: { status: 201, schema: MessageSummary },
  errors: ["room_not_found"],
  access: openRoomToWrite,
  run: ({ access, userId, body, tx }) => create(tx, access, userId, body),
});
