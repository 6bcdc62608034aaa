"use server";

import { redirect } from "next/navigation";
import { formAction, statefulAction } from "@/app/_ui/form/define-action";
import { readField } from "@/app/_ui/form/read-field";
import { deleteView, saveView } from "@/lib/accounts/save-view";
import { requireSession } from "@/lib/accounts/session";
import { View } from "@/lib/accounts/view";
import { readAuditQuery } from "@/lib/overview/audit-filter";
import { checkInput } from "@/lib/platform/check-input";
import { limitPersonWrites } from "@/lib/usage/limit-burst";
import { writeQuery } from "@/lib/webhooks/delivery-filter";
import { AUDIT_PATH } from "./paths";

/** Only what the screen's filter can be. */
function readView(form: FormData): string {
  const given = new URLSearchParams(readField(form, "query"));
  return writeQuery({ ...readAuditQuery((name) => given.get(name) ?? "") });
}

export const keepView = statefulAction(async (form) => {
  const { user } = await requireSession(AUDIT_PATH);
  const view = checkInput(View, { name: readField(form, "name"), query: readView(form) });
  await limitPersonWrites(user.id);
  await saveView(user.id, "audit-log", view);
  redirect(`${AUDIT_PATH}${view.query}`);
});

export const forgetView = formAction(async (form) => {
  const { user } = await requireSession(AUDIT_PATH);
  await limitPersonWrites(user.id);
  await deleteView(user.id, "audit-log", readField(form, "name"));
  redirect(`${AUDIT_PATH}${readView(form)}`);
});
