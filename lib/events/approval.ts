import type { RoomAccess } from "../access/store";
import type { Transaction } from "../platform/db";
import { recordEvent } from "./outbox";
import { buildResourceData } from "./v1-data";

export type ApprovalTransition = "requested" | "approved" | "rejected" | "withdrawn";

/** §6: the record events that accompany two of the transitions, for receivers that watch records alone. */
const ALIASES = { requested: "record.approval_requested", approved: "record.approved" } as const;

/** The events of one step of the approval flow, in the transaction that takes it. `record` is its public summary. */
export async function recordApproval(
  tx: Transaction,
  access: RoomAccess,
  transition: ApprovalTransition,
  record: { id: string },
  actorId: string,
): Promise<void> {
  const v1Data = buildResourceData(record, actorId);
  await recordEvent(tx, access, { type: `approval.${transition}`, objectId: record.id, v1Data });
  if (transition === "requested" || transition === "approved")
    await recordEvent(tx, access, { type: ALIASES[transition], objectId: record.id, v1Data: null });
}
