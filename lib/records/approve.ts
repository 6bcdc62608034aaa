import { type ApprovalTransition, recordApproval } from "../events/outbox";
import { now } from "../platform/clock";
import type { Transaction } from "../platform/db";
import { newId } from "../platform/ids";
import { lockForAction, type RecordState, setLifecycle } from "./change-lifecycle";
import { checkComment } from "./check-text";
import type { RecordAccess } from "./open";
import type { RecordStatus, RecordSummary } from "./record";
import { refuseAction } from "./rules";

async function conclude(
  tx: Transaction,
  access: RecordAccess,
  actorId: string,
  before: RecordState,
  [status, transition]: readonly [RecordStatus, ApprovalTransition],
): Promise<RecordSummary> {
  const record = await setLifecycle(tx, access, { ...before, status });
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
  const before = await lockForAction(tx, access, actorId, "request");
  const { recordId } = access;
  await tx.prisma.approval.create({
    data: {
      id: newId("apr"),
      recordId,
      requestedById: actorId,
      comment: said,
      version: before.version,
      createdAt: now(),
    },
  });
  return conclude(tx, access, actorId, before, ["PENDING_APPROVAL", "requested"]);
}

async function closeRequest(
  tx: Transaction,
  before: RecordState,
  actorId: string,
  status: "APPROVED" | "REJECTED" | "WITHDRAWN",
  comment: string | null,
): Promise<void> {
  if (before.requestId === null) return;
  await tx.prisma.approval.updateMany({
    where: { id: before.requestId, status: "REQUESTED" },
    data: { status, decidedById: actorId, decisionComment: comment, decidedAt: now() },
  });
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
  const before = await lockForAction(tx, access, actorId, "decide");
  if (before.requestId !== requestId) throw refuseAction("status_differs");
  await closeRequest(tx, before, actorId, isApproved ? "APPROVED" : "REJECTED", said);
  return conclude(tx, access, actorId, before, isApproved ? ["APPROVED", "approved"] : ["REJECTED", "rejected"]);
}

export async function withdrawApproval(tx: Transaction, access: RecordAccess, actorId: string): Promise<RecordSummary> {
  const before = await lockForAction(tx, access, actorId, "withdraw");
  await closeRequest(tx, before, actorId, "WITHDRAWN", null);
  return conclude(tx, access, actorId, before, ["DRAFT", "withdrawn"]);
}
