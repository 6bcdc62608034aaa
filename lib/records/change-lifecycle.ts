import { MANAGER_ROLE } from "../access/roles";
import { recordEvent } from "../events/outbox";
import { buildResourceData } from "../events/v1-data";
import { now } from "../platform/clock";
import { database, type Executor, type Transaction } from "../platform/db";
import { notFound } from "../platform/errors";
import type { RecordAccess } from "./open";
import type { RecordSummary } from "./record";
import { RECORD_COLUMNS } from "./records.sql";
import {
  applyMove,
  judgeMove,
  type RecordFacts,
  type RecordMove,
  refuseMove,
  type Standing,
  type StandingMove,
} from "./rules";

const LOCK_STANDING = `
  SELECT title, version, status, unlocks_to AS "unlocksTo", unarchives_to AS "unarchivesTo",
         created_by_id = $3 AS "isCreator"
  FROM records WHERE id = $1 AND room_id = $2 FOR UPDATE`;

/** The open request, and whether another manager with access to the room could decide it. */
const FIND_REQUEST = `
  SELECT a.id AS "requestId", a.requested_by_id = $2 AS "isRequester", EXISTS (
    SELECT 1 FROM records d JOIN rooms r ON r.id = d.room_id JOIN room_members m ON m.room_id = r.id
    WHERE d.id = a.record_id AND m.role >= $3 AND m.user_id <> $2 AND (r.organization_id IS NULL OR EXISTS (
      SELECT 1 FROM organization_memberships o WHERE o.organization_id = r.organization_id AND o.user_id = m.user_id))
  ) AS "hasOtherDecider"
  FROM approvals a WHERE a.record_id = $1 AND a.status = 'REQUESTED' ORDER BY a.id DESC LIMIT 1`;

interface OpenRequest {
  requestId: string | null;
  isRequester: boolean;
  hasOtherDecider: boolean;
}

const NO_REQUEST: OpenRequest = { requestId: null, isRequester: false, hasOtherDecider: false };

export interface RecordNow extends RecordFacts, OpenRequest {
  title: string;
  version: number;
}

/** State and permissions of this person now; inside a transaction they hold until its end. */
async function readStanding(
  executor: Executor,
  name: string,
  text: string,
  { room, recordId }: RecordAccess,
  userId: string,
): Promise<RecordNow> {
  const [[record], [request]] = await Promise.all([
    executor.sql<Omit<RecordNow, "role" | keyof OpenRequest>>(name, text, [recordId, room.roomId, userId]),
    executor.sql<OpenRequest>("find_open_request", FIND_REQUEST, [recordId, userId, MANAGER_ROLE]),
  ]);
  if (!record) throw notFound();
  return { ...record, ...(request ?? NO_REQUEST), role: room.role };
}

/** Locks the row, so that the second of two concurrent changes sees the result of the first. */
export async function openMove(
  tx: Transaction,
  access: RecordAccess,
  actorId: string,
  move: RecordMove,
): Promise<RecordNow> {
  const record = await readStanding(tx, "lock_standing", LOCK_STANDING, access, actorId);
  const refusal = judgeMove(move, record);
  if (refusal) throw refuseMove(refusal);
  return record;
}

export function readRecordNow(access: RecordAccess, userId: string): Promise<RecordNow> {
  return readStanding(database, "read_standing", LOCK_STANDING.replace(" FOR UPDATE", ""), access, userId);
}

export async function setStanding(
  tx: Transaction,
  { room, recordId }: RecordAccess,
  { status, unlocksTo, unarchivesTo }: Standing,
): Promise<RecordSummary> {
  const [record] = await tx.sql<RecordSummary>(
    "set_standing",
    `UPDATE records SET status = $3::record_status, unlocks_to = $4::record_status, unarchives_to = $5::record_status,
       updated_at = $6
     WHERE id = $1 AND room_id = $2 RETURNING ${RECORD_COLUMNS}`,
    [recordId, room.roomId, status, unlocksTo, unarchivesTo, now()],
  );
  if (!record) throw notFound();
  return record;
}

/** Lock, unlock, archive, unarchive. The status is part of the record's summary, so this emits `record.updated`. */
export async function moveRecord(
  tx: Transaction,
  access: RecordAccess,
  actorId: string,
  move: StandingMove,
): Promise<RecordSummary> {
  const before = await openMove(tx, access, actorId, move);
  const record = await setStanding(tx, access, applyMove(move, before));
  recordEvent(tx, access.room, {
    type: "record.updated",
    objectId: record.id,
    v1Data: buildResourceData(record, actorId),
  });
  return record;
}
