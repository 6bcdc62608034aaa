"use server";

import { redirect } from "next/navigation";
import { keepingAction } from "@/app/_ui/form/define-action";
import { readField } from "@/app/_ui/form/read-field";
import { pathOfRecord } from "@/app/rooms/_frame/paths";
import { requireSession } from "@/lib/accounts/session";
import { decideApproval, requestApproval, withdrawApproval } from "@/lib/records/approve";
import { openRecordToAct } from "@/lib/records/open";
import { writeAsPerson } from "@/lib/usage/write-as-person";
import { RECORD_REFUSALS } from "../refusals";

type Step = "request" | "approve" | "reject" | "withdraw";
const DONE = { request: "requested", approve: "approved", reject: "rejected", withdraw: "withdrawn" } as const;

const readComment = (form: FormData): string => readField(form, "comment").replaceAll("\r\n", "\n");

/** A refusal returns the comment for forms without JavaScript, which would lose it. */
export const stepApproval = keepingAction(
  readComment,
  async (form) => {
    const params = { roomId: readField(form, "roomId"), recordId: readField(form, "recordId") };
    const { user } = await requireSession(pathOfRecord(params.roomId, params.recordId));
    const step = (["request", "approve", "reject"] as const).find((known) => known === form.get("step")) ?? "withdraw";
    await take(user.id, params, step, readComment(form), readField(form, "requestId"));
    redirect(pathOfRecord(params.roomId, params.recordId, `?done=${DONE[step]}`));
  },
  RECORD_REFUSALS,
);

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
