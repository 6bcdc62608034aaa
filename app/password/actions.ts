"use server";

import { notFound, redirect } from "next/navigation";
import { keepingAction, statefulAction } from "@/app/_ui/form/define-action";
import { refuse } from "@/app/_ui/form/problems";
import { readField } from "@/app/_ui/form/read-field";
import { askForMail, keepEmail, type SentState } from "@/app/sign-up/mail-request";
import { setPassword } from "@/lib/accounts/mail-links/set-password";
import { endAccess } from "@/lib/people/end-access";
import { isMailConfigured } from "@/lib/platform/mail-transport";

export const requestReset = keepingAction<string, SentState>(keepEmail, (form) => {
  if (!isMailConfigured()) notFound();
  return askForMail("password_reset", form);
});

/** Does not sign in: the new password is typed once more, and a password manager sees it used. */
export const finishReset = statefulAction(async (form) => {
  const endMore = form.get("endsAccess") === "on" ? endAccess : null;
  const user = await setPassword(readField(form, "token"), readField(form, "password"), endMore);
  if (user === null) throw refuse("link_gone");
  redirect("/login?passwordSet=1");
});
