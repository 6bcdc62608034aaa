import { openAsPerson } from "../access/open-as-person";
import { openRoom } from "../access/open-room";
import { prisma } from "../db/prisma";
import { type IdPrefix, isId } from "../platform/ids";
import { readWorkspaceRoom } from "../rooms/queries";
import type { Hit, Searcher } from "./hit";
import { PAGES } from "./paths";

type Found =
  | (Omit<Hit, "id" | "detail" | "href"> & {
      roomId: string;
      rest: string;
    })
  | null;

const EXCERPT_LENGTH = 80;
const excerptOf = (body: string) => body.replace(/\s+/g, " ").slice(0, EXCERPT_LENGTH).toWellFormed();

const READERS: Partial<Record<IdPrefix, (id: string) => Promise<Found>>> = {
  room: (roomId) => Promise.resolve({ kind: "room", name: "", roomId, rest: "" }),
  msg: async (id) => {
    const found = await prisma().message.findUnique({
      where: { id, deletedAt: null },
      select: { roomId: true, body: true },
    });
    return (
      found && { kind: "message", name: excerptOf(found.body), roomId: found.roomId, rest: `?message=${id}#${id}` }
    );
  },
  task: async (id) => {
    const found = await prisma().task.findUnique({ where: { id }, select: { roomId: true, title: true } });
    return found && { kind: "task", name: found.title, roomId: found.roomId, rest: `/tasks/${id}` };
  },
  rec: async (id) => {
    const found = await prisma().record.findUnique({ where: { id }, select: { roomId: true, title: true } });
    return found && { kind: "record", name: found.title, roomId: found.roomId, rest: `/records/${id}` };
  },
  cmt: async (id) => {
    const found = await prisma().recordComment.findUnique({
      where: { id, deletedAt: null },
      select: { roomId: true, recordId: true, body: true },
    });
    const rest = `/records/${found?.recordId}?comment=${id}#${id}`;
    return found && { kind: "comment", name: excerptOf(found.body), roomId: found.roomId, rest };
  },
  file: async (id) => {
    const found = await prisma().file.findUnique({
      where: { id, state: "READY" },
      select: { roomId: true, fileName: true },
    });
    return found && { kind: "file", name: found.fileName, roomId: found.roomId, rest: "/files" };
  },
  brd: async (id) => {
    const found = await prisma().board.findUnique({ where: { id }, select: { roomId: true, name: true } });
    return found && { kind: "board", name: found.name, roomId: found.roomId, rest: "/tasks" };
  },
};

/** People need a seat in the room. */
export async function findInRoom({ userId }: Searcher, id: string): Promise<Hit[]> {
  const prefix = id.slice(0, id.indexOf("_")) as IdPrefix;
  const found = isId(prefix, id) ? await READERS[prefix]?.(id) : null;
  if (!found) return [];
  const { roomId, rest, kind, name } = found;
  const access = await openAsPerson(userId, { roomId }, openRoom);
  const room = await readWorkspaceRoom(userId, access);
  if (!room) return [];
  const detail = kind === "room" ? room.organizationName : room.name;
  return [{ kind, id, name: name || room.name, detail, href: PAGES.room(roomId, rest) }];
}
