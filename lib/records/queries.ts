import type { Prisma } from "../../prisma/client/client";
import type { RoomAccess } from "../access/open-room";
import { readNames } from "../access/read-names";
import { notFound } from "../platform/errors";
import type { PageRequest } from "../platform/page";
import { prisma } from "../platform/prisma";
import { escapePattern } from "../platform/text";
import type { RecordFilter } from "./filter";
import type { RecordAccess } from "./open";
import type { RecordOrigin, RecordStatus } from "./record";

/** A record for the screens, with names and the fields that `/v1` leaves out. */
export interface RecordRow {
  id: string;
  title: string;
  status: RecordStatus;
  origin: RecordOrigin;
  createdById: string | null;
  createdByName: string | null;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

export interface RecordPage extends RecordRow {
  content: string;
}

const COLUMNS = {
  id: true,
  title: true,
  status: true,
  origin: true,
  createdById: true,
  createdAt: true,
  updatedAt: true,
  version: true,
} as const;

/** One more than the page's limit if there are more. Archived records are listed only on request. */
export async function listRecordRows(
  { roomId }: RoomAccess,
  { status, origin, text }: RecordFilter,
  { after, limit }: PageRequest,
): Promise<RecordRow[]> {
  const where: Prisma.RecordWhereInput = { roomId };
  if (status === "") where.status = { not: "ARCHIVED" };
  else if (status !== "all") where.status = status;
  if (origin !== "") where.origin = origin;
  if (text !== "") where.title = { contains: escapePattern(text), mode: "insensitive" };
  if (after !== null) where.id = { lt: after };
  const orderBy = [{ roomId: "desc" }, { id: "desc" }] as const;
  const records = await prisma().record.findMany({ where, select: COLUMNS, orderBy: [...orderBy], take: limit + 1 });
  const nameOf = await readNames(records.map(({ createdById }) => createdById));
  return records.map((record) => ({ ...record, createdByName: nameOf(record.createdById) }));
}

export async function readRecordPage({ room, recordId }: RecordAccess): Promise<RecordPage> {
  const record = await prisma().record.findUnique({
    where: { id: recordId, roomId: room.roomId },
    select: { ...COLUMNS, content: true },
  });
  if (!record) throw notFound();
  const nameOf = await readNames([record.createdById]);
  return { ...record, createdByName: nameOf(record.createdById) };
}

export interface RecordVersion {
  version: number;
  title: string;
  savedAt: Date;
}

export interface VersionText extends RecordVersion {
  content: string;
}

const VERSION = { version: true, title: true, savedAt: true } as const;

/** The record itself is the newest version. A save between the two reads of Prisma must not show one version twice. */
function withNewest<Version extends { version: number }>(newest: Version, kept: readonly Version[]): Version[] {
  return [newest, ...kept.filter(({ version }) => version < newest.version)];
}

/** Newest first; at most `RECORD_VERSIONS_MAX` and the record itself. */
export async function listVersions({ room, recordId }: RecordAccess): Promise<RecordVersion[]> {
  const record = await prisma().record.findUnique({
    where: { id: recordId, roomId: room.roomId },
    select: { ...VERSION, createdAt: true, versions: { select: VERSION, orderBy: { version: "desc" } } },
  });
  if (!record) return [];
  const { version, title, savedAt, createdAt, versions } = record;
  return withNewest({ version, title, savedAt: savedAt ?? createdAt }, versions);
}

/** Reads kept versions; missing ones are left out. */
export async function readVersions(
  { room, recordId }: RecordAccess,
  wanted: readonly number[],
): Promise<VersionText[]> {
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

export interface ApprovalEntry {
  id: string;
  status: "REQUESTED" | "APPROVED" | "REJECTED" | "WITHDRAWN";
  /** Version of the text; null when it was not recorded. */
  version: number | null;
  requestedByName: string | null;
  comment: string | null;
  createdAt: Date;
  decidedByName: string | null;
  decisionComment: string | null;
  decidedAt: Date | null;
}

/** More than any real record has; older rows beyond it are not read. */
const HISTORY_MAX = 100;

/** Newest first. */
export async function listApprovals({ room, recordId }: RecordAccess): Promise<ApprovalEntry[]> {
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
