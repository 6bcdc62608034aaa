import { Pencil, Plus } from "lucide-react";
import { getFormatter, getTranslations } from "next-intl/server";
import { ORGANIZATIONS_PATH, organizationPath, pathOfNewRoom, pathOfStep, personPath } from "@/app/_links";
import { LinkButton } from "@/app/_ui/controls/button";
import { IconLink } from "@/app/_ui/controls/icon-link";
import { PeopleList } from "@/app/_ui/list/people-list";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { BackLink } from "@/app/_ui/page/back-link";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { Section } from "@/app/_ui/page/section";
import { Meter } from "@/app/_ui/shown/meter";
import { RoleTable } from "@/app/_ui/shown/role";
import { SearchForm } from "@/app/rooms/_frame/search-form";
import { mayManage } from "@/lib/access/membership";
import { OWNER_ROLE } from "@/lib/access/roles";
import type { OrganizationAccess } from "@/lib/organizations/open-organization";
import { countSeatUse, listPeople, type SeatUse, seesPeople } from "@/lib/organizations/queries";
import { limitEntityBurst, limitMonthlyUnits } from "@/lib/platform/limits";
import { OrganizationNotice, openOrganizationPage } from "../organization-page";
import { InviteSection } from "./invite-section";
import { OrganizationStep } from "./organization-steps";

const SEARCH_FROM = 20;

interface Props {
  params: Promise<{ organizationId: string }>;
  searchParams: SearchParams;
}

export const generateMetadata = pageTitle("organizationSettings.one");

export default renderPage("organization", async function OrganizationPage({ params, searchParams }: Props) {
  const access = await openOrganizationPage((await params).organizationId);
  const [given, use, t] = await Promise.all([
    searchParams,
    countSeatUse(access),
    getTranslations("organizationSettings"),
  ]);
  const { organizationId, name, description, role } = access;
  const isMember = seesPeople(role);
  return (
    <>
      <OrganizationStep step={readText(given, "step")} access={access} use={use} />
      <PageHeader
        back={<BackLink href={ORGANIZATIONS_PATH}>{t("title")}</BackLink>}
        title={name}
        description={description ? <span className="whitespace-pre-line">{description}</span> : null}
      >
        {isMember ? (
          <IconLink icon={Plus} href={pathOfNewRoom(organizationId)}>
            {t("newRoom")}
          </IconLink>
        ) : null}
        {mayManage(role) ? (
          <IconLink icon={Pencil} href={pathOfStep(organizationPath(organizationId), "edit")}>
            {t("edit.action")}
          </IconLink>
        ) : null}
      </PageHeader>
      <div className="grid max-w-3xl grid-cols-1 gap-x-10 gap-y-9">
        <OrganizationNotice given={given} />
        {isMember ? <PeopleSection access={access} use={use} search={readText(given, "q")} /> : <p>{t("guest")}</p>}
        {mayManage(role) ? <InviteSection access={access} use={use} /> : null}
        {isMember ? <SeatsPanel access={access} use={use} /> : null}
        <Section id="roles" title={t("roles")}>
          <RoleTable place="organization" />
        </Section>
        <LeaveSection access={access} use={use} />
      </div>
    </>
  );
});

interface PartProps {
  access: OrganizationAccess;
  use: SeatUse;
}

async function PeopleSection({ access, use, search }: PartProps & { search: string }) {
  const [people, t] = await Promise.all([listPeople(access, search), getTranslations("organizationSettings.people")]);
  const { organizationId, userId, role } = access;
  const isSearched = search !== "";
  return (
    <Section id="people" title={t("title", { count: use.members })}>
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
    </Section>
  );
}

async function SeatsPanel({ access, use }: PartProps) {
  const [t, format] = await Promise.all([getTranslations("organizationSettings.seats"), getFormatter()]);
  const { seats, organizationId, role } = access;
  const taken = use.members + use.invited;
  const [units, burst] = [limitMonthlyUnits(access), limitEntityBurst(access)];
  const facts = [
    [t("units"), units === null ? t("unlimited") : format.number(units)],
    [t("burst"), burst === null ? t("unlimited") : t("perMinute", { count: format.number(burst) })],
  ];
  const change = (
    <LinkButton href={pathOfStep(organizationPath(organizationId), "seats")} scroll={false} size="small">
      {t("change")}
    </LinkButton>
  );
  return (
    <Section id="seats" title={t("title")} aside={role === OWNER_ROLE ? change : null}>
      <div className="grid gap-4">
        <div className="grid gap-2">
          <p>
            {t("taken", { taken, seats })}{" "}
            {use.invited > 0 ? <span className="text-ink-3">{t("invited", { count: use.invited })}</span> : null}
          </p>
          <Meter value={taken} max={seats} />
        </div>
        <dl className="grid gap-3 text-dense sm:grid-cols-2">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt className="text-ink-3">{name}</dt>
              <dd className="font-medium">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Section>
  );
}

async function LeaveSection({ access, use }: PartProps) {
  const t = await getTranslations("organizationSettings.leave");
  const isLastOwner = access.role === OWNER_ROLE && use.owners === 1;
  return (
    <section aria-labelledby="leave" className="card flex flex-wrap items-center justify-between gap-4 p-4 sm:p-5">
      <div className="min-w-0 max-w-prose">
        <h2 id="leave" className="text-lg font-semibold tracking-tight">
          {t("title")}
        </h2>
        <p className="mt-1 text-dense text-ink-2 text-pretty">{t(isLastOwner ? "lastOwner" : "short")}</p>
      </div>
      {isLastOwner ? null : (
        <LinkButton
          href={pathOfStep(organizationPath(access.organizationId), "leave")}
          scroll={false}
          look="dangerPlain"
        >
          {t("action")}
        </LinkButton>
      )}
    </section>
  );
}
