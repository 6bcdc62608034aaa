import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { useId } from "react";
import { organizationPath, pathOfMember, pathOfMembers } from "@/app/_links";
import { LinkButton } from "@/app/_ui/controls/button";
import { PlainForm } from "@/app/_ui/form/action-form";
import { TextField } from "@/app/_ui/form/field";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { PeopleList } from "@/app/_ui/list/people-list";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { DoneNotice } from "@/app/_ui/page/done-notice";
import { Notice } from "@/app/_ui/page/notice";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { Section } from "@/app/_ui/page/section";
import { RoleField, RoleTable } from "@/app/_ui/shown/role";
import { openRoomPage, type RoomPageProps } from "@/app/rooms/_frame/open-room";
import { RoomWatch } from "@/app/rooms/_live/room-watch";
import { listGivableRoles, mayManage, nameRole, type Role } from "@/lib/access/membership";
import type { RoomAccess } from "@/lib/access/open-room";
import { type Candidate, countPeople, findPerson, listCandidates, listPeople } from "@/lib/rooms/queries";
import type { WorkspaceRoom } from "@/lib/rooms/workspace";
import { SearchForm } from "../../_frame/search-form";
import { add, rename } from "./actions";

const SEARCH_FROM = 20;

export const generateMetadata = pageTitle("roomMembers.title");

export default renderPage("tab", async function MembersPage({ params, searchParams }: RoomPageProps) {
  const { access, room, userId } = await openRoomPage((await params).roomId, "members");
  const [given, t] = await Promise.all([searchParams, getTranslations("roomMembers")]);
  const search = readText(given, "q");
  const [people, { total }] = await Promise.all([listPeople(access, search), countPeople(access)]);
  const managed = mayManage(access.role);
  const mayOpen = (id: string, role: number | null) => id === userId || (managed && (role ?? 0) <= (access.role ?? 0));
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-y-9">
      <RoomWatch roomId={room.id} types={["room.member.added", "room.changed"]} />
      <ChangeNotice access={access} given={given} />
      <Section id="people" title={t("people", { count: total })}>
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
      </Section>
      {managed ? <AddSection access={access} room={room} userId={userId} /> : null}
      <Section id="roles" title={t("roles")}>
        <RoleTable place="room" />
      </Section>
      {managed ? (
        <Section id="settings" title={t("settings.title")}>
          <PlainForm action={rename} failed={t("settings.failed")} hidden={{ roomId: room.id }} className="grid gap-4">
            <TextField
              key={room.name}
              name="name"
              label={t("settings.name")}
              hint={t("settings.nameHint")}
              defaultValue={room.name}
            />
            <div>
              <SubmitButton look="plain">{t("settings.rename")}</SubmitButton>
            </div>
          </PlainForm>
        </Section>
      ) : null}
    </div>
  );
});

/** Confirms the last change from what is stored now, since the URL alone proves nothing. */
async function ChangeNotice({ access, given }: { access: RoomAccess; given: Awaited<SearchParams> }) {
  const [t, roles] = await Promise.all([getTranslations("roomMembers.done"), getTranslations("roles.names")]);
  for (const done of ["added", "changed"] as const) {
    const userId = readText(given, done);
    const person = userId ? await findPerson(access, userId) : null;
    if (person) return <DoneNotice>{t(done, { name: person.name, role: roles(nameRole(person.role)) })}</DoneNotice>;
  }
  const done = (["removed", "renamed"] as const).find((name) => readText(given, name));
  return done ? <DoneNotice>{t(done)}</DoneNotice> : null;
}

interface AddSectionProps {
  access: RoomAccess;
  room: WorkspaceRoom;
  userId: string;
}

async function AddSection({ access, room, userId }: AddSectionProps) {
  const t = await getTranslations("roomMembers.add");
  const { organizationId, organizationName } = room;
  if (organizationId === null || organizationName === null)
    return (
      <Notice>
        <p>{t("personal")}</p>
        <LinkButton href="/rooms/new" size="small" className="mt-2.5">
          {t("newRoom")}
        </LinkButton>
      </Notice>
    );
  const candidates = await listCandidates(access, userId);
  return (
    <Section id="add" title={t("title")}>
      {candidates.length > 0 ? (
        <AddForm
          roomId={access.roomId}
          organization={organizationName}
          candidates={candidates}
          roles={listGivableRoles(access.role)}
        />
      ) : (
        <Notice>
          <p>{t("everybody", { organization: organizationName })}</p>
          <LinkButton href={organizationPath(organizationId)} size="small" className="mt-2.5">
            {t("toOrganization")}
          </LinkButton>
        </Notice>
      )}
    </Section>
  );
}

interface AddFormProps {
  roomId: string;
  organization: string;
  candidates: readonly Candidate[];
  roles: readonly Role[];
}

function AddForm({ roomId, organization, candidates, roles }: AddFormProps) {
  const t = useTranslations("roomMembers.add");
  const listId = useId();
  return (
    <PlainForm action={add} failed={t("failed")} hidden={{ roomId }} className="grid gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_10rem]">
        <TextField
          name="person"
          label={t("person")}
          hint={t("personHint", { organization })}
          list={listId}
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <datalist id={listId}>
          {candidates.map(({ userId, name, email }) => (
            <option key={userId} value={email}>
              {name}
            </option>
          ))}
        </datalist>
        <RoleField label={t("role")} roles={roles} />
      </div>
      <div>
        <SubmitButton>{t("submit")}</SubmitButton>
      </div>
    </PlainForm>
  );
}
