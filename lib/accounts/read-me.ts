import { type Caller, representedUserId } from "../access/caller";
import { createBatch } from "../platform/batch";
import { sql } from "../platform/db";
import { notFound } from "../platform/errors";
import { isoText } from "../platform/pool";
import { shared } from "../platform/shared";
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

type Profile = Pick<Me, "id" | "email" | "name" | "locale" | "createdAt">;

const readProfiles = () =>
  shared("read-profiles", () =>
    createBatch<string, Profile | undefined>(async (userIds) => {
      const rows = await sql<Profile>(
        "read_profiles",
        `SELECT id, email, name, locale, ${isoText("created_at")} AS "createdAt" FROM users WHERE id = ANY($1)`,
        [[...new Set(userIds)]],
      );
      const byId = new Map(rows.map((row) => [row.id, row]));
      return userIds.map((id) => byId.get(id));
    }),
  );

export async function readMe(access: ProfileAccess, { billing }: Caller): Promise<Me> {
  const profile = await readProfiles()(access.userId);
  if (!profile) throw notFound();
  return {
    id: profile.id,
    email: profile.email,
    name: profile.name,
    locale: profile.locale,
    organizationId: billing.kind === "organization" ? billing.organizationId : null,
    billingContext: billing.kind,
    createdAt: profile.createdAt,
  };
}
