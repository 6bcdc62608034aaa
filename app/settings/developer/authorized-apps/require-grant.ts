import { notFound } from "next/navigation";
import { requireSession } from "@/lib/accounts/session";
import { type GrantAccess, openGrant } from "@/lib/oauth/grants-query";
import { AppError } from "@/lib/platform/errors";
import { grantPath } from "./paths";

/** A grant of someone else has no page. */
export async function requireGrant(grantId: string, subpath = ""): Promise<GrantAccess> {
  const { user } = await requireSession(`${grantPath(grantId)}${subpath}`);
  try {
    return await openGrant(user.id, grantId);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  }
}
