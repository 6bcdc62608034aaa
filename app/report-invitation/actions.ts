"use server";

import { redirect } from "next/navigation";
import { statefulAction } from "@/app/_ui/form/define-action";
import { refuse } from "@/app/_ui/form/problems";
import { readField } from "@/app/_ui/form/read-field";
import { refuseInvitation } from "@/lib/people/invite";

export const report = statefulAction(async (form) => {
  if (!(await refuseInvitation(readField(form, "token")))) throw refuse("link_gone");
  redirect("/report-invitation?done=1");
});
