import type { Transaction } from "../db/transaction";
import { recordApproval } from "../events/outbox";
import { now } from "../platform/clock";
import { newId } from "../platform/ids";
import { lockForAction, type RecordState, setLifecycle } from "./change-lifecycle";
import { checkComment } from "./check-text";
import type { RecordAccess } from "./open";
import type { RecordSummary } from "./record";
import { refuseAction } from "./rules";

export async function requestApproval(tx: Transaction, access: RecordAccess, actorId: string, typed: string) {
  const comment = checkComment(typed, { isRequired: false });
  const before = await lockForAction(tx, access, actorId, "request");
  const { recordId } = access;
  await tx.prisma.approval.create({
    data: { id: newId("apr"), recordId, requestedById: actorId, comment, version: before.version, createdAt: now() },
  });
  const record = await setLifecycle(tx, access, { ...before, status: "PENDING_APPROVAL" });
  recordApproval(tx, access.room, "requested", record, actorId);
  return record;
}

export interface Decision {
  requestId: string;
  isApproved: boolean;
  comment: string;
}

export async function decideApproval(
  tx: Transaction,
  access: RecordAccess,
  actorId: string,
  { requestId, isApproved, comment }: Decision,
): Promise<RecordSummary> {
  const decisionComment = checkComment(comment, { isRequired: !isApproved });
  const before = await lockForAction(tx, access, actorId, "decide");
  if (before.requestId !== requestId) throw refuseAction("status_differs");
  return closeRequest(tx, access, actorId, before, isApproved ? "approved" : "rejected", decisionComment);
}

export async function withdrawApproval(tx: Transaction, access: RecordAccess, actorId: string): Promise<RecordSummary> {
  const before = await lockForAction(tx, access, actorId, "withdraw");
  return closeRequest(tx, access, actorId, before, "withdrawn", null);
}

const OUTCOMES = {
  approved: { request: "APPROVED", record: "APPROVED" },
  rejected: { request: "REJECTED", record: "REJECTED" },
  withdrawn: { request: "WITHDRAWN", record: "DRAFT" },
} as const;

async function closeRequest(
  tx: Transaction,
  access: RecordAccess,
  actorId: string,
  before: RecordState,
  outcome: keyof typeof OUTCOMES,
  decisionComment: string | null,
): Promise<RecordSummary> {
  const status = OUTCOMES[outcome];
  await tx.prisma.approval.updateMany({
    where: { recordId: access.recordId, status: "REQUESTED" },
    data: { status: status.request, decidedById: actorId, decisionComment, decidedAt: now() },
  });
  const record = await setLifecycle(tx, access, { ...before, status: status.record });
  recordApproval(tx, access.room, outcome, record, actorId);
  return record;
}
