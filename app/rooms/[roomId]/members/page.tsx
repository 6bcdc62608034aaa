import { getTranslations } from "next-intl/server";
import { drawPage } from "@/app/_ui/draw-page";
import { Notice } from "@/app/_ui/notice";
import { pageTitle } from "@/app/_ui/page-title";
import { PeopleList } from "@/app/_ui/people-list";
import { RoleTable } from "@/app/_ui/role";
import { readText, type SearchParams } from "@/app/_ui/search-params";
import { openRoomPage, type RoomPageProps } from "@/app/rooms/_frame/open-room";
import { pathOfMember, pathOfMembers } from "@/app/rooms/_frame/paths";
import { RoomWatch } from "@/app/rooms/_live/room-watch";
import { mayManage, nameRole } from "@/lib/access/membership";
import type { RoomAccess } from "@/lib/access/open-room";
import { countPeople, findPerson, listPeople } from "@/lib/rooms/queries";
import { SearchForm } from "../../_frame/search-form";
import { AddSection } from "./add-section";
import { RenameForm } from "./rename-form";

/** From this many people on, a search helps. */
const SEARCH_FROM = 20;

export const generateMetadata = pageTitle("roomMembers.title");

export default drawPage("tab", async function MembersPage({ params, searchParams }: RoomPageProps) {
  const { access, room, userId } = await openRoomPage((await params).roomId, "members");
  const [given, t] = await Promise.all([searchParams, getTranslations("roomMembers")]);
  const search = readText(given, "q");
  const [people, { total }] = await Promise.all([listPeople(access, search), countPeople(access)]);
  const managed = mayManage(access.role);
  const mayOpen = (id: string, role: number | null) => id === userId || (managed && (role ?? 0) <= (access.role ?? 0));
  return (
    <div className="grid grid-cols-1 gap-8">
      <RoomWatch roomId={room.id} types={["room.member.added", "room.changed"]} />
      <DoneNotice access={access} given={given} />
      <section aria-labelledby="people" className="grid grid-cols-1 gap-3">
        <h2 id="people" className="font-semibold">
          {t("people", { count: total })}
        </h2>
        {total >= SEARCH_FROM || search !== "" ? (
          <SearchForm path={pathOfMembers(room.id)} search={search} label={t("search")} />
        ) : null}
        {people.length === 0 ? <p className="text-ink-2">{t("noMatch")}</p> : null}
        <PeopleList
          label={t("list")}
          people={people}
          ownId={userId}
          pathOf={(person) => (mayOpen(person.userId, person.role) ? pathOfMember(room.id, person.userId) : null)}
        />
        {people.length < total && search === "" ? <p className="text-xs text-ink-3">{t("more")}</p> : null}
      </section>
      {managed ? <AddSection access={access} room={room} userId={userId} /> : null}
      <section aria-labelledby="roles" className="grid grid-cols-1 gap-3">
        <h2 id="roles" className="font-semibold">
          {t("roles")}
        </h2>
        <RoleTable place="room" />
      </section>
      {managed ? (
        <section aria-labelledby="settings" className="grid grid-cols-1 gap-3">
          <h2 id="settings" className="font-semibold">
            {t("settings.title")}
          </h2>
          <RenameForm roomId={room.id} name={room.name} />
        </section>
      ) : null}
    </div>
  );
});

/** Confirms the last change from what is stored now, since the URL alone proves nothing. */
async function DoneNotice({ access, given }: { access: RoomAccess; given: Awaited<SearchParams> }) {
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
