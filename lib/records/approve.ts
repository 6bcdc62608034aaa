import { type ApprovalTransition, recordApproval } from "../events/outbox";
import { now } from "../platform/clock";
import type { Transaction } from "../platform/db";
import { newId } from "../platform/ids";
import { openMove, type RecordNow, setStanding } from "./change-lifecycle";
import { checkComment } from "./check-text";
import type { RecordAccess } from "./open";
import type { RecordStatus, RecordSummary } from "./record";
import { refuseMove } from "./rules";

async function conclude(
  tx: Transaction,
  access: RecordAccess,
  actorId: string,
  before: RecordNow,
  [status, transition]: readonly [RecordStatus, ApprovalTransition],
): Promise<RecordSummary> {
  const record = await setStanding(tx, access, { ...before, status });
  recordApproval(tx, access.room, transition, record, actorId);
  return record;
}

export async function requestApproval(
  tx: Transaction,
  access: RecordAccess,
  actorId: string,
  comment: string,
): Promise<RecordSummary> {
  const said = checkComment(comment, { isRequired: false });
  const before = await openMove(tx, access, actorId, "request");
  await tx.sql(
    "request_approval",
    `INSERT INTO approvals (id, record_id, requested_by_id, comment, version, created_at) VALUES ($1, $2, $3, $4, $5, $6)`,
    [newId("apr"), access.recordId, actorId, said, before.version, now()],
  );
  return conclude(tx, access, actorId, before, ["PENDING_APPROVAL", "requested"]);
}

async function closeRequest(
  tx: Transaction,
  before: RecordNow,
  actorId: string,
  status: "APPROVED" | "REJECTED" | "WITHDRAWN",
  comment: string | null,
): Promise<void> {
  await tx.sql(
    "close_request",
    `UPDATE approvals SET status = $2::approval_status, decided_by_id = $3, decision_comment = $4, decided_at = $5
     WHERE id = $1 AND status = 'REQUESTED'`,
    [before.requestId, status, actorId, comment, now()],
  );
}

export interface Decision {
  /** The request shown on the screen. A later request, for another text, must not be decided by this form. */
  requestId: string;
  isApproved: boolean;
  comment: string;
}

/** Decided by a manager or owner of the room; a rejection needs a comment. */
export async function decideApproval(
  tx: Transaction,
  access: RecordAccess,
  actorId: string,
  { requestId, isApproved, comment }: Decision,
): Promise<RecordSummary> {
  const said = checkComment(comment, { isRequired: !isApproved });
  const before = await openMove(tx, access, actorId, "decide");
  if (before.requestId !== requestId) throw refuseMove("status_differs");
  await closeRequest(tx, before, actorId, isApproved ? "APPROVED" : "REJECTED", said);
  return conclude(tx, access, actorId, before, isApproved ? ["APPROVED", "approved"] : ["REJECTED", "rejected"]);
}

export async function withdrawApproval(tx: Transaction, access: RecordAccess, actorId: string): Promise<RecordSummary> {
  const before = await openMove(tx, access, actorId, "withdraw");
  await closeRequest(tx, before, actorId, "WITHDRAWN", null);
  return conclude(tx, access, actorId, before, ["DRAFT", "withdrawn"]);
}
