"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { GRANTS_PATH } from "@/app/_links";
import { formAction } from "@/app/_ui/form/define-action";
import { readField } from "@/app/_ui/form/read-field";
import { endSession } from "@/lib/accounts/sessions/end-session";
import { readClientAddress, requireSession } from "@/lib/accounts/sessions/session";
import { revokeOwnGrant } from "@/lib/oauth/grants/revoke-own-grant";
import { isId } from "@/lib/platform/ids";
import { requireGrant } from "./open-page";

export const revoke = formAction(async (form) => {
  const access = await requireGrant(readField(form, "grantId"));
  const userAgent = (await headers()).get("user-agent");
  await revokeOwnGrant(access, { address: await readClientAddress(), userAgent });
  redirect(`${GRANTS_PATH}?revoked=${encodeURIComponent(access.grant.id)}`);
});

/** A session that is not this person's, or has ended already, ends nothing. */
export const endCommandLine = formAction(async (form) => {
  const { user } = await requireSession(GRANTS_PATH);
  const sessionId = readField(form, "sessionId");
  if (isId("ses", sessionId)) await endSession({ sessionId, userId: user.id });
  redirect(`${GRANTS_PATH}?ended=device#devices`);
});
