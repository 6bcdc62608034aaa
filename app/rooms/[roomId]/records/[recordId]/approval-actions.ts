"use server";

import { redirect } from "next/navigation";
import { statefulAction } from "@/app/_ui/define-action";
import { readField } from "@/app/_ui/read-field";
import { requireSession } from "@/lib/accounts/session";
import { decideApproval, requestApproval, withdrawApproval } from "@/lib/records/approve";
import { openRecordToAct } from "@/lib/records/open";
import { writeAsPerson } from "@/lib/usage/write-as-person";
import { pathOfRecord } from "../paths";
import { type RecordProblem, readRecordProblems } from "../problems";

/** Returns the comment for forms without JavaScript, which would lose it. */
export type ApprovalState = { kind: "idle" } | { kind: "refused"; problems: RecordProblem[]; comment: string };

type Step = "request" | "approve" | "reject" | "withdraw";
const DONE = { request: "requested", approve: "approved", reject: "rejected", withdraw: "withdrawn" } as const;

export const stepApproval = statefulAction<ApprovalState>(async (form) => {
  const params = { roomId: readField(form, "roomId"), recordId: readField(form, "recordId") };
  const { user } = await requireSession(pathOfRecord(params.roomId, params.recordId));
  const step = (["request", "approve", "reject"] as const).find((known) => known === form.get("step")) ?? "withdraw";
  const comment = readField(form, "comment").replaceAll("\r\n", "\n");
  try {
    await take(user.id, params, step, comment, readField(form, "requestId"));
  } catch (error) {
    return { kind: "refused", problems: readRecordProblems(error), comment };
  }
  redirect(pathOfRecord(params.roomId, params.recordId, `?done=${DONE[step]}`));
});

async function take(
  userId: string,
  params: { roomId: string; recordId: string },
  step: Step,
  comment: string,
  requestId: string,
): Promise<void> {
  await writeAsPerson(userId, params, openRecordToAct, (tx, access) => {
    switch (step) {
      case "request":
        return requestApproval(tx, access, userId, comment);
      case "withdraw":
        return withdrawApproval(tx, access, userId);
      case "approve":
      case "reject":
        return decideApproval(tx, access, userId, { requestId, isApproved: step === "approve", comment });
    }
  });
}
