"use server";

import { redirect } from "next/navigation";
import { formAction } from "@/app/_ui/form/define-action";
import { readField } from "@/app/_ui/form/read-field";
import { loginPath, signOutHere } from "@/lib/accounts/sessions/session";
import { consentPath } from "@/lib/oauth/server/authorization";

/** "Not you?": signs out, lets another person sign in, and comes back to the same request. */
export const switchAccount = formAction(async (form) => {
  await signOutHere();
  redirect(loginPath(consentPath(readField(form, "request"))));
});
