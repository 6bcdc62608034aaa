import type { AdminAccess } from "../accounts/profile/open-administration";

/** The signed-in person whose things are searched. */
export interface Searcher {
  userId: string;
  /** null: they administer nothing. */
  admin: AdminAccess | null;
}
