import { type Caller, representedUserId } from "../access/caller";
import { isoText, sql } from "../platform/db";
import { notFound } from "../platform/errors";
import type { Me } from "./me";

declare const proof: unique symbol;
/** Whose profile a credential may read: only `openProfile` makes one. */
export interface ProfileAccess {
  readonly [proof]: true;
  readonly userId: string;
}

/** An organization's key represents nobody, so there is no profile behind it. */
export function openProfile(caller: Caller): Promise<ProfileAccess> {
  const userId = representedUserId(caller);
  return userId === null ? Promise.reject(notFound()) : Promise.resolve({ userId } as ProfileAccess);
}

export async function readProfile(access: ProfileAccess, { billing }: Caller): Promise<Me> {
  const [row] = await sql<Pick<Me, "id" | "email" | "name" | "locale" | "createdAt">>(
    "read_profile",
    `SELECT id, email, name, locale, ${isoText("created_at")} AS "createdAt" FROM users WHERE id = $1`,
    [access.userId],
  );
  if (!row) throw notFound();
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    locale: row.locale,
    organizationId: billing.kind === "organization" ? billing.organizationId : null,
    billingContext: billing.kind,
    createdAt: row.createdAt,
  };
}
