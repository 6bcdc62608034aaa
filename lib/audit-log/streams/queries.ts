import type { OwnerAccess } from "../../access/open-owner";
import { prisma } from "../../db/prisma";
import { notFound } from "../../platform/errors";
import type { StreamFormat, StreamKind } from "./choices";
import type { StreamAccess } from "./open-stream";
import type { Destination, PauseReason } from "./stream";

export interface Stream extends Destination {
  area: { kind: "user" | "organization"; name: string };
  runBy: { id: string; name: string } | null;
  createdAt: Date;
  state: "active" | "failing" | "paused";
  pausedAt: Date | null;
  pausedReason: PauseReason | null;
  failingSince: Date | null;
  nextAttemptAt: Date;
  lastSuccessAt: Date | null;
  lastError: string | null;
  lastErrorAt: Date | null;
  sentRows: number;
  lostRows: number;
  backlog: { rows: number; oldest: Date | null };
}

export const BACKLOG_SHOWN = 10_000;
const SELECT = { runBy: { select: { id: true, name: true } } } as const;

export async function listStreams(owners: readonly OwnerAccess[]): Promise<Stream[]> {
  const rows = await prisma().auditStream.findMany({
    where: { billingEntityId: { in: owners.map(({ owner }) => owner.billingEntityId) } },
    include: SELECT,
    orderBy: { id: "desc" },
  });
  return Promise.all(
    rows.flatMap((row) => {
      const access = owners.find(({ owner }) => owner.billingEntityId === row.billingEntityId);
      return access ? describeStream(row, access) : [];
    }),
  );
}

export async function readStream({ streamId, ownedBy }: StreamAccess): Promise<Stream> {
  const row = await findRow(streamId);
  if (!row) throw notFound();
  return describeStream(row, ownedBy);
}

function findRow(id: string) {
  return prisma().auditStream.findUnique({ where: { id }, include: SELECT });
}
type Found = NonNullable<Awaited<ReturnType<typeof findRow>>>;

async function describeStream(row: Found, { owner }: OwnerAccess): Promise<Stream> {
  const { _count: rows, _min: least } = await prisma().auditStreamRow.aggregate({
    where: { streamId: row.id },
    orderBy: { seq: "asc" },
    take: BACKLOG_SHOWN,
    _count: true,
    _min: { at: true },
  });
  const { secretCiphertext: _, kind, format, pausedReason, sentRows, lostRows, failures, ...rest } = row;
  return {
    ...rest,
    area: { kind: owner.kind, name: owner.name },
    kind: kind as StreamKind,
    format: format as StreamFormat,
    pausedReason: pausedReason as PauseReason | null,
    sentRows: Number(sentRows),
    lostRows: Number(lostRows),
    state: row.pausedAt ? "paused" : failures > 0 ? "failing" : "active",
    backlog: { rows, oldest: least.at },
  };
}
