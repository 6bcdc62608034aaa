import { z } from "zod";
import { openContext, representedUserId } from "../access/caller";
import { openRoom } from "../access/open-room";
import { read, write } from "../api/endpoint";
import { cursorPage, listQuery, pageOf, toPage, writeCursor } from "../api/list";
import { list } from "../api/list-endpoint";
import { readPage } from "../db/read-page";
import { UNITS, WORKSPACE_ROOMS_MAX } from "../platform/limits";
import { SEARCH_TEXT_MAX_LENGTH } from "../platform/page-limits";
import { text } from "../platform/text";
import { listRooms as listRoomRows, readRoom as readSummary } from "./queries";
import { RoomMember, RoomSummary } from "./room";
import { LIST_MEMBERS } from "./rooms.sql";
import { findTexts, isPlaceOfText } from "./search/find-texts";
import { listKindsOf, presentResult, SearchResult } from "./search/search-result";
import { readTextSearch } from "./search/search-terms";
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

const SearchFilters = z.object({
  q: text(1, SEARCH_TEXT_MAX_LENGTH).meta({
    description:
      "Words that begin words of the text. `in:` narrows to a room, `from:` to a person, `has:file` and `has:link` to texts with these. messages:read, tasks:read, records:read and files:read decide what is found.",
  }),
});

export const listSearchResults = read({
  method: "GET",
  path: "/v1/search",
  operationId: "listSearchResults",
  summary: "Search messages, tasks, records and files",
  scope: "rooms:read",
  units: UNITS.restRead,
  since: "2026-11-29",
  ...listQuery("listSearchResults", isPlaceOfText, SearchFilters.shape),
  response: { status: 200, schema: cursorPage(SearchResult) },
  errors: [],
  access: openContext,
  run: async ({ caller, query, params }) => {
    const page = pageOf(query, { caller, params });
    const userId = representedUserId(caller);
    const reader = userId === null ? { userId, entityId: caller.billing.entityId } : { userId, entityId: null };
    const rooms = await listRoomRows(caller, { limit: WORKSPACE_ROOMS_MAX, after: null });
    const wanted = readTextSearch(SearchFilters.parse(query).q, userId);
    const bounds = { before: page.after ?? "", limit: page.limit, kinds: listKindsOf(caller.scopes) };
    const { hits, olderThan } = await findTexts(reader, rooms, wanted, bounds);
    const nextCursor = olderThan === null ? null : writeCursor("listSearchResults", olderThan, page.selection);
    return { data: hits.map((hit) => presentResult(hit, wanted.terms)), nextCursor };
  },
});
