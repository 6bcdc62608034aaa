import { getTranslations } from "next-intl/server";
import { Notice } from "@/app/_ui/notice";
import { readText, type SearchParams } from "@/app/_ui/search-params";
import { nameRole } from "@/lib/access/membership";
import type { RoomAccess } from "@/lib/access/open-room";
import { findPerson } from "@/lib/rooms/queries";

/** Confirms the last change from what is stored now, since the URL alone proves nothing. */
export async function DoneNotice({ access, given }: { access: RoomAccess; given: Awaited<SearchParams> }) {
  const [t, roles] = await Promise.all([getTranslations("roomMembers.done"), getTranslations("roles.names")]);
  const tell = (text: string) => (
    <Notice tone="good" role="status">
      {text}
    </Notice>
  );
  for (const done of ["added", "changed"] as const) {
    const userId = readText(given, done);
    const person = userId ? await findPerson(access, userId) : null;
    if (person) return tell(t(done, { name: person.name, role: roles(nameRole(person.role)) }));
  }
  if (readText(given, "removed")) return tell(t("removed"));
  return readText(given, "renamed") ? tell(t("renamed")) : null;
}
