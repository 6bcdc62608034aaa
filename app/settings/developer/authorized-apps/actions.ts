"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { readField } from "@/app/_ui/read-field";
import { readClientAddress } from "@/lib/accounts/session";
import { revokeOwnGrant } from "@/lib/oauth/grant-store";
import { GRANTS_PATH } from "./paths";
import { requireGrant } from "./require-grant";

export async function revoke(form: FormData): Promise<void> {
  const access = await requireGrant(readField(form, "grantId"), "/revoke");
  const userAgent = (await headers()).get("user-agent");
  await revokeOwnGrant(access, { address: await readClientAddress(), userAgent });
  redirect(`${GRANTS_PATH}?revoked=${encodeURIComponent(access.grant.id)}`);
}
