import { sql } from "../platform/db";
import { notFound } from "../platform/errors";

declare const proof: unique symbol;
/** That this person administers the service. Only `openAdministration` makes one, and stores ask for it. */
export interface AdminAccess {
  readonly [proof]: "admin";
  readonly userId: string;
}

/** For everybody else, administration does not exist. */
export async function openAdministration(userId: string): Promise<AdminAccess> {
  const found = await sql("find_administrator", "SELECT 1 FROM users WHERE id = $1 AND is_admin", [userId]);
  if (found.length === 0) throw notFound();
  return { userId } as AdminAccess;
}
