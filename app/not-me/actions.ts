"use server";

import { redirect } from "next/navigation";
import { statefulAction } from "@/app/_ui/form/define-action";
import { refuse } from "@/app/_ui/form/problems";
import { readField } from "@/app/_ui/form/read-field";
import { endAccessByMail } from "@/lib/people/end-access";

export const endEverything = statefulAction(async (form) => {
  if (!(await endAccessByMail(readField(form, "token")))) throw refuse("link_gone");
  redirect("/not-me?done=1");
});
