import type { Prisma } from "../../prisma/client/client";
import type { RoomAccess } from "../access/open-room";
import { readNames } from "../access/read-names";
import { escapePattern } from "../db/match-pattern";
import { type PageRequest, pageValues } from "../db/page";
import { prisma } from "../db/prisma";
import { readPage } from "../db/read-page";
import { query } from "../db/transaction";
import { notFound } from "../platform/errors";
import type { RecordFilter } from "./filter";
import type { RecordAccess } from "./open";
import type { RecordDetail, RecordSummary } from "./record";
import { LIST_CHANGED_RECORDS, LIST_RECORDS, READ_RECORD } from "./records.sql";

export type RecordRow = Awaited<ReturnType<typeof listRecordRows>>[number];

export async function listRecordRows(
  { roomId }: RoomAccess,
  { status, origin, text }: RecordFilter,
  { after, limit }: PageRequest,
) {
  const where: Prisma.RecordWhereInput = { roomId };
  if (status === "") where.status = { not: "ARCHIVED" };
  else if (status !== "all") where.status = status;
  if (origin !== "") where.origin = origin;
  if (text !== "") where.title = { contains: escapePattern(text), mode: "insensitive" };
  if (after !== null) where.id = { lt: after };
  const records = await prisma().record.findMany({
    where,
    omit: { content: true, viaRequestId: true, changedViaId: true, changedViaRequestId: true },
    orderBy: [{ roomId: "desc" }, { id: "desc" }],
    take: limit + 1,
  });
  const nameOf = await readNames(records.map(({ createdById }) => createdById));
  return records.map((record) => ({ ...record, createdByName: nameOf(record.createdById) }));
}

export async function readRecordPage({ room, recordId }: RecordAccess) {
  const found = await prisma().record.findUnique({ where: { id: recordId, roomId: room.roomId } });
  if (!found) throw notFound();
  const { viaId, viaRequestId, changedViaId, changedViaRequestId, ...record } = found;
  const { createdById: authorId, createdAt, savedAt } = record;
  const nameOf = await readNames([authorId]);
  return {
    ...record,
    createdByName: nameOf(authorId),
    written: {
      created: { viaId, viaRequestId, authorId, at: createdAt },
      changed: { viaId: changedViaId, viaRequestId: changedViaRequestId, authorId, at: savedAt ?? createdAt },
    },
  };
}

const VERSION = { version: true, title: true, savedAt: true } as const;

/** A save between the two reads of Prisma must not show one version twice. */
function withNewest<Version extends { version: number }>(newest: Version, kept: readonly Version[]): Version[] {
  return [newest, ...kept.filter(({ version }) => version < newest.version)];
}

export async function listVersions({ room, recordId }: RecordAccess) {
  const record = await prisma().record.findUnique({
    where: { id: recordId, roomId: room.roomId },
    select: { ...VERSION, createdAt: true, versions: { select: VERSION, orderBy: { version: "desc" } } },
  });
  if (!record) return [];
  const { version, title, savedAt, createdAt, versions } = record;
  return withNewest({ version, title, savedAt: savedAt ?? createdAt }, versions);
}

export async function readVersions({ room, recordId }: RecordAccess, wanted: readonly number[]) {
  const text = { ...VERSION, content: true } as const;
  const record = await prisma().record.findUnique({
    where: { id: recordId, roomId: room.roomId },
    select: { ...text, createdAt: true, versions: { where: { version: { in: [...wanted] } }, select: text } },
  });
  if (!record) return [];
  const { version, title, content, savedAt, createdAt, versions } = record;
  const all = withNewest({ version, title, content, savedAt: savedAt ?? createdAt }, versions);
  return all.filter((found) => wanted.includes(found.version));
}
export type VersionText = Awaited<ReturnType<typeof readVersions>>[number];

export type ApprovalEntry = Awaited<ReturnType<typeof listApprovals>>[number];

const HISTORY_MAX = 100;

export async function listApprovals({ room, recordId }: RecordAccess) {
  const approvals = await prisma().approval.findMany({
    where: { recordId, record: { roomId: room.roomId } },
    orderBy: { id: "desc" },
    take: HISTORY_MAX,
  });
  const nameOf = await readNames(approvals.flatMap(({ requestedById, decidedById }) => [requestedById, decidedById]));
  return approvals.map(({ recordId: _, requestedById, decidedById, ...approval }) => ({
    ...approval,
    requestedByName: nameOf(requestedById),
    decidedByName: nameOf(decidedById),
  }));
}

export function listRecords(
  { roomId }: RoomAccess,
  { updatedSince }: { updatedSince?: Date | undefined },
  page: PageRequest,
): Promise<RecordSummary[]> {
  if (updatedSince) return query(LIST_CHANGED_RECORDS, { ...pageValues(roomId, page), updatedSince });
  return readPage(LIST_RECORDS, roomId, page);
}

export async function readRecord({ room, recordId }: RecordAccess): Promise<RecordDetail> {
  const [record] = await query(READ_RECORD, { recordId, roomId: room.roomId });
  if (!record) throw notFound();
  return record;
}
