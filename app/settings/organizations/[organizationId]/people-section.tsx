import { getTranslations } from "next-intl/server";
import { PeopleList } from "@/app/_ui/people-list";
import { readText, type SearchParams } from "@/app/_ui/search-params";
import { SearchForm } from "@/app/rooms/_frame/search-form";
import { mayManage } from "@/lib/access/membership";
import type { OrganizationAccess } from "@/lib/organizations/open-organization";
import { listPeople } from "@/lib/organizations/people-query";
import type { SeatUse } from "@/lib/organizations/seats-query";
import { organizationPath, personPath } from "../paths";

/** The search appears from this number of people. */
const SEARCH_FROM = 20;

interface PeopleSectionProps {
  access: OrganizationAccess;
  use: SeatUse;
  given: Awaited<SearchParams>;
}

export async function PeopleSection({ access, use, given }: PeopleSectionProps) {
  const search = readText(given, "q");
  const [people, t] = await Promise.all([listPeople(access, search), getTranslations("organizationSettings.people")]);
  const { organizationId, userId, role } = access;
  const isSearched = search !== "";
  return (
    <section aria-labelledby="people" className="grid grid-cols-1 gap-3">
      <h2 id="people" className="font-semibold">
        {t("title", { count: use.members })}
      </h2>
      {use.members >= SEARCH_FROM || isSearched ? (
        <SearchForm path={organizationPath(organizationId)} search={search} label={t("search")} />
      ) : null}
      {people.length === 0 ? <p className="text-ink-2">{t("noMatch")}</p> : null}
      <PeopleList
        label={t("list")}
        people={people}
        ownId={userId}
        pathOf={(person) =>
          mayManage(role) && (person.role ?? 0) <= role ? personPath(organizationId, person.userId) : null
        }
      />
      {people.length < use.members && !isSearched ? <p className="text-xs text-ink-3">{t("more")}</p> : null}
    </section>
  );
}
