import type { Prisma } from "../../prisma/client/client";
import type { RoomAccess } from "../access/open-room";
import { readNames } from "../access/read-names";
import type { PageRequest } from "../db/page";
import { prisma } from "../db/prisma";
import { notFound } from "../platform/errors";
import type { FileFilter, FileKind, FileRow, SharedFile } from "./workspace";

const startsWith = (prefix: string): Prisma.FileWhereInput => ({
  mimeType: { startsWith: prefix, mode: "insensitive" },
});
const IMAGE = [startsWith("image/")];
const MEDIA = [startsWith("audio/"), startsWith("video/")];
const KINDS: Record<FileKind, Prisma.FileWhereInput> = {
  image: { OR: IMAGE },
  media: { OR: MEDIA },
  document: { NOT: [...IMAGE, ...MEDIA] },
};
const SOURCES = { chat: "CHAT", task: "TASK", memo: "MEMO", board: "BOARD" } as const;

export function listSharedFiles(
  { roomId }: RoomAccess,
  { source, kind }: FileFilter,
  { after, limit }: PageRequest,
): Promise<FileRow[]> {
  const where: Prisma.FileWhereInput = matchFiles(roomId, { source, kind });
  if (after !== null) where.id = { lt: after };
  return readFiles({ where, orderBy: [{ roomId: "desc" }, { id: "desc" }], take: limit + 1 });
}

function matchFiles(roomId: string, { source, kind }: FileFilter): Prisma.FileWhereInput {
  const where: Prisma.FileWhereInput = { roomId, state: "READY" };
  if (source !== "") where.source = SOURCES[source];
  if (kind !== "") where.AND = KINDS[kind];
  return where;
}

export async function readSharedFile({ roomId }: RoomAccess, filter: FileFilter, fileId: string) {
  const where = matchFiles(roomId, filter);
  const select = { id: true } as const;
  const [[file], newer, older] = await Promise.all([
    readFiles({ where: { roomId, state: "READY", id: fileId } }),
    prisma().file.findFirst({
      where: { ...where, id: { gt: fileId } },
      orderBy: [{ roomId: "asc" }, { id: "asc" }],
      select,
    }),
    prisma().file.findFirst({
      where: { ...where, id: { lt: fileId } },
      orderBy: [{ roomId: "desc" }, { id: "desc" }],
      select,
    }),
  ]);
  if (!file) throw notFound();
  return { file, newerId: newer?.id ?? null, olderId: older?.id ?? null };
}

export async function listAttachments(
  { roomId }: RoomAccess,
  { messageIds = [], taskIds = [] }: { messageIds?: readonly string[]; taskIds?: readonly string[] },
): Promise<SharedFile[]> {
  const OR = [{ messageId: { in: [...messageIds] } }, { taskId: { in: [...taskIds] } }];
  const rows = await readFiles({ where: { roomId, state: "READY", OR }, orderBy: [{ id: "asc" }] });
  return rows.map(({ viaId: _, viaRequestId: __, ...file }) => file);
}

async function readFiles(found: Pick<Prisma.FileFindManyArgs, "where" | "orderBy" | "take">): Promise<FileRow[]> {
  const omit = { state: true, storageKey: true, checksum: true, completedAt: true } as const;
  const files = await prisma().file.findMany({ ...found, omit });
  const nameOf = await readNames(files.map(({ uploadedById }) => uploadedById));
  return files.map((file) => ({
    ...file,
    source: file.source.toLowerCase(),
    createdAt: file.createdAt.toISOString(),
    uploadedBy: nameOf(file.uploadedById),
  }));
}
