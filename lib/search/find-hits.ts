import { openAdministration } from "../access/open-administration";
import { findById, isIdLike } from "./find-by-id";
import { findByName } from "./find-by-name";
import type { Hit } from "./hit";
import { isSecretLike } from "./hit";

export async function findHits(user: { id: string; isAdmin: boolean }, text: string): Promise<Hit[]> {
  const wanted = text.trim();
  if (wanted === "" || isSecretLike(wanted)) return [];
  const admin = user.isAdmin ? await openAdministration(user.id) : null;
  const searcher = { userId: user.id, admin };
  return isIdLike(wanted) ? findById(searcher, wanted) : findByName(searcher, wanted);
}
