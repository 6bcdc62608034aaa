import { MANAGER_ROLE } from "../access/roles";
import { database, type Executor, type Transaction } from "../db/transaction";
import { buildResourceData } from "../events/event";
import { recordEvent } from "../events/outbox";
import { now } from "../platform/clock";
import { notFound } from "../platform/errors";
import type { RecordAccess } from "./open";
import type { RecordSummary } from "./record";
import { FIND_OPEN_REQUEST, LOCK_LIFECYCLE, READ_LIFECYCLE } from "./records.sql";
import {
  applyAction,
  checkAction,
  type Lifecycle,
  type LifecycleAction,
  type RecordAction,
  type RecordFacts,
  refuseAction,
} from "./rules";

const NO_REQUEST = { requestId: null, isRequester: false, hasOtherDecider: false };

export interface RecordState extends RecordFacts {
  title: string;
  version: number;
  requestId: string | null;
}

async function readState(
  executor: Executor,
  lifecycle: typeof READ_LIFECYCLE,
  { room, recordId }: RecordAccess,
  userId: string,
): Promise<RecordState> {
  const [[record], [request]] = await Promise.all([
    executor.query(lifecycle, { recordId, roomId: room.roomId, userId }),
    executor.query(FIND_OPEN_REQUEST, { recordId, userId, managerRole: MANAGER_ROLE }),
  ]);
  if (!record) throw notFound();
  return { ...record, ...(request ?? NO_REQUEST), role: room.role };
}

export function readRecordState(access: RecordAccess, userId: string): Promise<RecordState> {
  return readState(database, READ_LIFECYCLE, access, userId);
}

export async function lockForAction(tx: Transaction, access: RecordAccess, actorId: string, action: RecordAction) {
  const record = await readState(tx, LOCK_LIFECYCLE, access, actorId);
  const refusal = checkAction(action, record);
  if (refusal) throw refuseAction(refusal);
  return record;
}

export async function setLifecycle(
  tx: Transaction,
  { recordId }: RecordAccess,
  { status, unlocksTo, unarchivesTo }: Lifecycle,
): Promise<RecordSummary> {
  const { createdAt, updatedAt, ...record } = await tx.prisma.record.update({
    where: { id: recordId },
    data: { status, unlocksTo, unarchivesTo, updatedAt: now() },
    select: { id: true, roomId: true, title: true, status: true, createdById: true, createdAt: true, updatedAt: true },
  });
  return { ...record, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

/** The status is part of the record's summary, so each change emits `record.updated`. */
export async function changeLifecycle(tx: Transaction, access: RecordAccess, actorId: string, action: LifecycleAction) {
  const before = await lockForAction(tx, access, actorId, action);
  const record = await setLifecycle(tx, access, applyAction(action, before));
  const v1Data = buildResourceData(record, actorId);
  recordEvent(tx, access.room, { type: "record.updated", objectId: record.id, v1Data });
  return record;
}
