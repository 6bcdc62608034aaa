import { z } from "zod";
import { openContext } from "../access/caller";
import { openRoom } from "../access/open-room";
import { read, write } from "../api/endpoint";
import { cursorPage, listQuery, pageOf, toPage } from "../api/list";
import { list } from "../api/list-endpoint";
import { readPage } from "../db/read-page";
import { UNITS } from "../platform/limits";
import { listRooms as listRoomRows, readRoom as readSummary } from "./queries";
import { RoomMember, RoomSummary } from "./room";
import { LIST_MEMBERS } from "./rooms.sql";
import { UpdateRoom } from "./settings";
import { openRoomToManage, updateRoom as update } from "./update";

export const listRooms = list({
  path: "/v1/rooms",
  operationId: "listRooms",
  summary: "List rooms",
  scope: "rooms:read",
  units: UNITS.restRead,
  item: RoomSummary,
  idPrefix: "room",
  errors: [],
  access: openContext,
  rows: ({ caller, page }) => listRoomRows(caller, page),
});

export const readRoom = read({
  method: "GET",
  path: "/v1/rooms/{roomId}",
  operationId: "readRoom",
  summary: "Get a room",
  scope: "rooms:read",
  units: UNITS.restRead,
  since: "2026-11-22",
  query: z.object({}),
  response: { status: 200, schema: RoomSummary },
  errors: ["room_not_found"],
  access: openRoom,
  run: ({ access }) => readSummary(access),
});

export const updateRoom = write({
  method: "PATCH",
  path: "/v1/rooms/{roomId}",
  operationId: "updateRoom",
  summary: "Update the settings of a room",
  scope: "rooms:write",
  units: UNITS.restWrite,
  since: "2026-11-22",
  body: UpdateRoom,
  response: { status: 200, schema: RoomSummary },
  errors: ["room_not_found"],
  access: openRoomToManage,
  run: ({ access, userId, body, tx }) => update(tx, access, userId, body),
});

export const listMembers = read({
  method: "GET",
  path: "/v1/rooms/{roomId}/members",
  operationId: "listMembers",
  summary: "List members of a room",
  scope: "rooms:read",
  units: UNITS.restRead,
  ...listQuery("listMembers", "mem"),
  response: { status: 200, schema: cursorPage(RoomMember) },
  errors: ["room_not_found"],
  access: openRoom,
  run: async ({ access, query, ...request }) => {
    const page = pageOf(query, request);
    const rows = await readPage(LIST_MEMBERS, access.roomId, page);
    const { data, nextCursor } = toPage("listMembers", rows, page, (row) => row.membershipId);
    return { data: data.map(({ membershipId: _, ...member }) => member), nextCursor };
  },
});
