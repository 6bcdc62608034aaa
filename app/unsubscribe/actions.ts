"use server";

import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { statefulAction } from "@/app/_ui/form/define-action";
import { refuse } from "@/app/_ui/form/problems";
import { readField } from "@/app/_ui/form/read-field";
import { unsubscribePath } from "@/lib/notifications/paths";
import { stopMails } from "@/lib/notifications/save-preferences";
import { readUnsubscribeLink } from "@/lib/notifications/unsubscribe-link";

export const unsubscribe = statefulAction(async (form) => {
  const link = readField(form, "link");
  const unsubscribing = readUnsubscribeLink(link);
  if (unsubscribing === null) throw refuse("link_gone");
  await stopMails(unsubscribing);
  redirect(unsubscribePath(link, await getLocale()));
});
