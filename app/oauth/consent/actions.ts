"use server";

import { redirect } from "next/navigation";
import { readField } from "@/app/_ui/read-field";
import { signOutHere } from "@/lib/accounts/session";
import { consentPath } from "@/lib/oauth/authorization";

/** "Not you?": signs out, lets somebody else sign in, and comes back to the same request. */
export async function switchAccount(form: FormData): Promise<void> {
  await signOutHere();
  redirect(`/login?callbackUrl=${encodeURIComponent(consentPath(readField(form, "request")))}`);
}
