"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { formAction } from "@/app/_ui/form/define-action";
import { readField } from "@/app/_ui/form/read-field";
import { readClientAddress } from "@/lib/accounts/session";
import { revokeOwnGrant } from "@/lib/oauth/revoke-own-grant";
import { requireGrant } from "./open-page";
import { GRANTS_PATH } from "./paths";

export const revoke = formAction(async (form) => {
  const access = await requireGrant(readField(form, "grantId"), "/revoke");
  const userAgent = (await headers()).get("user-agent");
  await revokeOwnGrant(access, { address: await readClientAddress(), userAgent });
  redirect(`${GRANTS_PATH}?revoked=${encodeURIComponent(access.grant.id)}`);
});
