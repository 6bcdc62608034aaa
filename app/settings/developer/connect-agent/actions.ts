"use server";

import { redirect } from "next/navigation";
import { CONNECT_AGENT_PATH, requestClientPath } from "@/app/_links";
import { statefulAction } from "@/app/_ui/form/define-action";
import { readField } from "@/app/_ui/form/read-field";
import { requireSession } from "@/lib/accounts/sessions/session";
import { requestClient } from "@/lib/oauth/client-documents/request-client";
import { limitPersonWrites } from "@/lib/usage/limit-burst";
import { findClientOf } from "./clients";

/** Nothing is fetched from the URL: an administrator decides that. */
export const askForClient = statefulAction(async (form) => {
  const url = readField(form, "url");
  const { user } = await requireSession(requestClientPath(url));
  await limitPersonWrites(user.id);
  await requestClient(user.id, url);
  const known = findClientOf(url);
  redirect(known ? `${CONNECT_AGENT_PATH}?client=${known}#setup` : requestClientPath(url));
});
