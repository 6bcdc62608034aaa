"use server";

import { notFound, redirect } from "next/navigation";
import { keepingAction } from "@/app/_ui/form/define-action";
import { refuse } from "@/app/_ui/form/problems";
import { readField } from "@/app/_ui/form/read-field";
import { signUpMode } from "@/lib/accounts/mail-links/sign-up";
import { readLocale, signInHere } from "@/lib/accounts/sessions/session";
import { HOME_PATH } from "@/lib/accounts/sign-in/callback-path";
import { joinByMail } from "@/lib/people/join-by-mail";
import { askForMail, keepEmail, type SentState } from "./mail-request";

export const requestSignUp = keepingAction<string, SentState>(keepEmail, (form) => {
  if (signUpMode() === "closed") notFound();
  return askForMail("sign_up", form);
});

export const finishSignUp = keepingAction(
  (form) => readField(form, "name").slice(0, 200).toWellFormed(),
  async (form) => {
    if (signUpMode() === "closed") notFound();
    const [token, name, password] = [readField(form, "token"), readField(form, "name"), readField(form, "password")];
    const joined = await joinByMail({ token, name, password, locale: await readLocale() });
    if (joined === null) throw refuse("link_gone");
    await signInHere(joined.user);
    const { organizationId } = joined;
    redirect(organizationId === null ? HOME_PATH : `/settings/organizations/${organizationId}?done=joined`);
  },
);
