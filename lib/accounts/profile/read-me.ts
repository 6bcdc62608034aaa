import { z } from "zod";
import { type Caller, type Profile, representedUserId } from "../../access/caller";
import { sharedBatch } from "../../db/batch";
import { query } from "../../db/transaction";
import { AppError, notFound } from "../../platform/errors";
import { FIND_PROFILES } from "../accounts.sql";

export const Me = z
  .object({
    id: z.string(),
    email: z.email(),
    name: z.string(),
    locale: z.string(),
    organizationId: z.string().nullable(),
    billingContext: z.enum(["individual", "organization"]).meta({ "x-svc-values": "billingContext" }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "Me" });

declare const proof: unique symbol;
export interface ProfileAccess {
  readonly [proof]: true;
  readonly userId: string;
}

const NO_PERSON = "An organization's API key represents no person. Use a personal API key or a user's access token.";

export function openProfile(caller: Caller): Promise<ProfileAccess> {
  const userId = representedUserId(caller);
  if (userId === null) return Promise.reject(new AppError("not_found", NO_PERSON));
  return Promise.resolve({ userId } as ProfileAccess);
}

const findProfiles = sharedBatch<string, Profile | undefined>("read-profiles", async (userIds) => {
  const rows = await query(FIND_PROFILES, { ids: [...new Set(userIds)] });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return userIds.map((id) => byId.get(id));
});

export async function readMe({ userId }: ProfileAccess, { billing, profile }: Caller): Promise<z.output<typeof Me>> {
  const person = profile ?? (await findProfiles(userId));
  if (!person) throw notFound();
  const { email, name, locale, createdAt } = person;
  const organizationId = billing.kind === "organization" ? billing.organizationId : null;
  return { id: userId, email, name, locale, organizationId, billingContext: billing.kind, createdAt };
}
