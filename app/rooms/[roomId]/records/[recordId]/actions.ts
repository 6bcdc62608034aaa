"use server";

import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { pathOfRecords } from "@/app/_links";
import { keepingAction, statefulAction } from "@/app/_ui/form/define-action";
import { refuse } from "@/app/_ui/form/problems";
import { readField } from "@/app/_ui/form/read-field";
import { NOTIFICATIONS_PATH } from "@/lib/notifications/paths";
import { decideApproval, requestApproval, withdrawApproval } from "@/lib/records/approve";
import { changeLifecycle } from "@/lib/records/change-lifecycle";
import { deleteRecord } from "@/lib/records/delete";
import { openRecordToAct, openRecordToWrite } from "@/lib/records/open";
import { readVersionNumber } from "@/lib/records/record";
import { restoreVersion } from "@/lib/records/update";
import { writeAsPerson } from "@/lib/usage/write-as-person";
import { openRecordForm } from "../open-record";
import { OUTCOMES, RECORD_REFUSALS } from "../outcomes";

const readComment = (form: FormData): string => readField(form, "comment").replaceAll("\r\n", "\n");

/** A refusal returns the comment for forms without JavaScript, which would lose it. */
export const actOnApproval = keepingAction(
  (form) => ({ comment: readComment(form) }),
  async (form) => {
    const { params, userId, pathOf } = await openRecordForm(form);
    const [comment, requestId] = [readComment(form), readField(form, "requestId")];
    const known = ["request", "approve", "reject"] as const;
    const action = known.find((name) => name === form.get("action")) ?? "withdraw";
    await writeAsPerson(userId, params, openRecordToAct, (tx, access) => {
      if (action === "request") return requestApproval(tx, access, userId, comment);
      if (action === "withdraw") return withdrawApproval(tx, access, userId);
      return decideApproval(tx, access, userId, { requestId, isApproved: action === "approve", comment });
    });
    const done = `?done=${OUTCOMES[action]}`;
    redirect(readField(form, "from") === "inbox" ? `${NOTIFICATIONS_PATH}${done}` : pathOf(done));
  },
  RECORD_REFUSALS,
);

export const actOnLifecycle = statefulAction(async (form) => {
  const { params, userId, pathOf } = await openRecordForm(form);
  const known = ["lock", "unlock", "archive", "unarchive"] as const;
  const action = known.find((name) => name === form.get("action"));
  if (!action) throw refuse("choice_missing");
  await writeAsPerson(userId, params, openRecordToAct, (tx, access) => changeLifecycle(tx, access, userId, action));
  redirect(pathOf(`?done=${OUTCOMES[action]}`));
}, RECORD_REFUSALS);

export const restore = statefulAction(async (form) => {
  const { params, userId, pathOf } = await openRecordForm(form);
  const version = readVersionNumber(readField(form, "version"));
  await writeAsPerson(userId, params, openRecordToWrite, (tx, access) => restoreVersion(tx, access, userId, version));
  redirect(pathOf("?done=restored"));
}, RECORD_REFUSALS);

export const remove = statefulAction(async (form) => {
  const { params, userId } = await openRecordForm(form);
  const typed = { title: readField(form, "confirmation"), untitled: (await getTranslations("ui"))("untitled") };
  await writeAsPerson(userId, params, openRecordToAct, (tx, access) => deleteRecord(tx, access, userId, typed));
  redirect(pathOfRecords(params.roomId, "?done=deleted"));
}, RECORD_REFUSALS);
