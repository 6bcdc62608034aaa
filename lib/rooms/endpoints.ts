import { openContext } from "../access/context";
import { openRoom } from "../access/open-room";
import { read } from "../api/endpoint";
import { cursorPage, listQuery, pageOf, toPage } from "../api/list";
import { list } from "../api/list-endpoint";
import { UNITS } from "../platform/limits";
import { readPage } from "../platform/read-page";
import { listRooms as listRoomRows } from "./list";
import { RoomMember, RoomSummary } from "./room";
import { LIST_MEMBERS } from "./rooms.sql";

export const listRooms = list({
  path: "/v1/rooms",
  operationId: "listRooms",
  summary: "The rooms that the credential can see, newest first",
  scope: "rooms:read",
  units: UNITS.restRead,
  item: RoomSummary,
  idPrefix: "room",
  errors: [],
  access: openContext,
  rows: ({ caller, page }) => listRoomRows(caller, page),
});

export const listMembers = read({
  method: "GET",
  path: "/v1/rooms/{roomId}/members",
  operationId: "listMembers",
  summary: "The members of a room, newest first",
  scope: "rooms:read",
  units: UNITS.restRead,
  query: listQuery("listMembers", "mem"),
  response: { status: 200, schema: cursorPage(RoomMember) },
  errors: ["room_not_found"],
  access: openRoom,
  run: async ({ access, query }) => {
    const page = pageOf(query);
    const rows = await readPage(LIST_MEMBERS, access.roomId, page);
    const { data, nextCursor } = toPage("listMembers", rows, page, (row) => row.membershipId);
    return { data: data.map(({ membershipId: _, ...member }) => member), nextCursor };
  },
});
