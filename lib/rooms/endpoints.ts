import { openContext } from "../access/context";
import { openRoom } from "../access/open-room";
import { read } from "../api/endpoint";
import { cursorPage, listQuery, pageOf, toPage } from "../api/list";
import { UNITS } from "../platform/limits";
import { listMembers as listMemberRows, listRooms as listRoomRows } from "./list";
import { RoomMember, RoomSummary } from "./room";

export const listRooms = read({
  method: "GET",
  path: "/v1/rooms",
  operationId: "listRooms",
  summary: "The rooms that the credential can see, newest first",
  scope: "rooms:read",
  units: UNITS.restRead,
  query: listQuery("listRooms", "room"),
  response: { status: 200, schema: cursorPage(RoomSummary) },
  errors: [],
  access: openContext,
  run: async ({ caller, query }) => {
    const page = pageOf(query);
    return toPage("listRooms", await listRoomRows(caller, page), page, (room) => room.id);
  },
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
    const { data, nextCursor } = toPage(
      "listMembers",
      await listMemberRows(access, page),
      page,
      (row) => row.membershipId,
    );
    return { data: data.map(({ membershipId: _, ...member }) => member), nextCursor };
  },
});
